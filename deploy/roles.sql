-- The two roles of Latchkey, and its schema. Run it once with psql, as an administrator, in Latchkey's database:
--
--   LATCHKEY_PASSWORD=… LATCHKEY_MIGRATIONS_PASSWORD=… psql --dbname=latchkey --file=deploy/roles.sql
--
-- The service reads and writes rows. It cannot create, change or drop a table, nor read another schema. Migrations own the
-- schema, and nothing else.

\set ON_ERROR_STOP on
\set service latchkey
\set migrations latchkey_migrations
\getenv service_password LATCHKEY_PASSWORD
\getenv migrations_password LATCHKEY_MIGRATIONS_PASSWORD

BEGIN;
CREATE ROLE :"service" LOGIN PASSWORD :'service_password';
CREATE ROLE :"migrations" LOGIN PASSWORD :'migrations_password';

-- PUBLIC, which every role belongs to, may connect and create temporary tables by default.
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO :"service", :"migrations";
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- An administrator who is not a superuser must belong to a role to give it a schema.
GRANT :"migrations" TO CURRENT_USER;
CREATE SCHEMA latchkey AUTHORIZATION :"migrations";
GRANT USAGE ON SCHEMA latchkey TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"migrations" IN SCHEMA latchkey
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"migrations" IN SCHEMA latchkey
  GRANT USAGE, SELECT ON SEQUENCES TO :"service";
REVOKE :"migrations" FROM CURRENT_USER;
COMMIT;
