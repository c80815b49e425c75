/** Why fields are invalid, in Spanish. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "es obligatorio",
  "has the wrong type": "no es del tipo correcto",
  "must be # to # characters, and no control characters": "debe tener de # a # caracteres, sin caracteres de control",
  "must be # to # characters, no control characters, and no space at its ends":
    "debe tener de # a # caracteres, sin caracteres de control ni espacios en los extremos",
  "must be # to # characters without control characters": "debe tener de # a # caracteres sin caracteres de control",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "debe tener de # a # caracteres ASCII visibles, sin comillas ni barras invertidas",
  "must be # to # visible ASCII characters": "debe tener de # a # caracteres ASCII visibles",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "no debe ser un claim que establece Latchkey o que define un estándar",
  "must be # to # characters without spaces": "debe tener de # a # caracteres sin espacios",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "debe tener de # a # letras minúsculas, cifras y guiones, y empezar por una letra",
  "must be # upper-case letters and digits": "debe tener # letras mayúsculas y cifras",
  "must be a whole number from # to #": "debe ser un número entero de # a #",
  "must be a whole number of seconds from # to #": "debe ser un número entero de segundos, de # a #",
  "must be a whole number of hours from # to #": "debe ser un número entero de horas, de # a #",
  "must be a whole number of days from # to #": "debe ser un número entero de días, de # a #",
  "must be a number": "debe ser un número",
  "must be at most # characters": "debe tener como máximo # caracteres",
  "must be at most # hosts": "deben ser # como máximo",
  "must be at most # origins": "deben ser # como máximo",
  "must be at most # domains": "deben ser # como máximo",
  "must be at most # values": "deben ser # como máximo",
  "must be at most # fields": "deben ser # como máximo",
  "must be at most # providers": "deben ser # como máximo",
  "must be at most # scopes": "deben ser # como máximo",
  "must be at most # audiences": "deben ser # como máximo",
  "must be at most # claims": "deben ser # como máximo",
  "must be at most # app links": "deben ser # como máximo",
  "must be at most # client ids": "deben ser # como máximo",
  "must be a host name without scheme, port or final dot, in lower case":
    "debe ser un nombre de host en minúsculas, sin esquema, puerto ni punto final",
  "must be an origin such as https://app.example.com": "debe ser un origen, como https://app.example.com",
  "must be an absolute http or https URL": "debe ser una URL absoluta con http o https",
  "must be a domain such as example.com, in lower-case ASCII":
    "debe ser un dominio en minúsculas ASCII, como example.com",
  "must be a color such as #1f5eff": "debe ser un color, como #1f5eff",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "debe ser una URL https, o una URL de un esquema como com.example.app, sin parámetros",
  "must be an https URL": "debe ser una URL con https",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "debe ser una URL con https, o una mailto como mailto:help@example.com",
  "must be a URL without a query": "debe ser una URL sin consulta",
  "must be a URL with https. Only localhost may use http": "debe ser una URL con https. Solo localhost puede usar http",
  "must be https, as the service is. Only localhost may use http":
    "debe usar https, como el servicio. Solo localhost puede usar http",
  "is not a valid URL, or part of one": "no es una URL válida, ni una parte válida de una",
  "must be a scope such as email": "debe ser un scope, como email",
  "must be a text without line breaks, as the provider shows it":
    "debe ser un texto sin saltos de línea, tal como lo muestra el proveedor",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "debe ser la clave privada de Apple: todo el archivo .p#, de -----BEGIN PRIVATE KEY----- a -----END PRIVATE KEY-----",
  "is required: what the button says": "es obligatorio: el texto del botón",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "es obligatorio: la URL que el proveedor indica como issuer, como https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "es obligatorio: el secreto del cliente, o null si solo aplicaciones nativas inician sesión con el proveedor",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "es obligatorio: teamId y keyId, tal como Apple los muestra junto a la clave",
  "must have teamId and keyId": "debe tener teamId y keyId",
  "belongs to providers of the kind apple only": "solo corresponde a proveedores del tipo apple",
  "must have different ids": "deben tener identificadores distintos",
  "must have different issuers": "deben tener issuers distintos",
  "belongs to another instance": "pertenece a otra instancia",
  "belongs to another provider of the instance: change that one":
    "pertenece a otro proveedor de la instancia: cambia ese",
  "belongs to another provider of the instance: choose another one":
    "pertenece a otro proveedor de la instancia: elige otro",
  "cannot be changed, because identities of users belong to it: add another provider":
    "no se puede cambiar, porque hay identidades de usuarios que dependen de él: añade otro proveedor",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "debe quedarse: la instancia no tiene otra forma de iniciar sesión. Activa otra primero",
  "requires a server key: set SECRET_KEY and restart the service":
    "necesita una clave del servidor: define SECRET_KEY y reinicia el servicio",
  "requires an email provider, because a link verifies the address":
    "necesita un proveedor de correo, porque un enlace verifica la dirección",
  "requires magic links and an email provider, because a link verifies the address":
    "necesita enlaces de acceso y un proveedor de correo, porque un enlace verifica la dirección",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "solo se puede desactivar si se puede iniciar sesión con enlaces, que necesitan un proveedor de correo, o con un proveedor de identidad",
  "can be at most #: delete one first": "pueden ser # como máximo: elimina uno primero",
  "must be the host of the instance, or a domain that contains it":
    "debe ser el host de la instancia, o un dominio que lo contenga",
  "is not an email address": "no es una dirección de correo",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "debe ser una URL https de una dirección pública, salvo que los ajustes del servidor incluyan su host",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "debe ser una URL https o http, con el host en minúsculas, sin usuario, contraseña ni fragmento",
  "must be null for all events, or a list of one type or more, each once":
    "debe contener al menos un tipo, cada uno una vez",
  "must have each type once": "debe tener cada tipo una sola vez",
  "must not name a domain twice": "no debe nombrar un dominio dos veces",
  "must not name a scope twice": "no debe nombrar un ámbito dos veces",
  "must not name an app link twice": "no debe nombrar un enlace de aplicación dos veces",
  "must not name an audience twice": "no debe nombrar una audiencia dos veces",
  "must not name a claim twice": "no debe nombrar un claim dos veces",
  "must not name a field twice": "no debe nombrar un campo dos veces",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "debe empezar por una letra y tener como máximo # letras, cifras y guiones bajos",
  "must have tags of languages as its names, such as de or pt-BR":
    "debe empezar por códigos de idioma, como de o pt-BR",
  "must have a value": "debe tener un valor",
  "must not have a value twice": "no debe tener un valor dos veces",
  "must not begin or end with a space": "no debe empezar ni terminar con un espacio",
  "must not have both values to choose from and lengths": "no debe tener a la vez valores para elegir y longitudes",
  "must have bounds between which there is a value": "debe tener límites entre los que haya un valor",
  "must be a text: this is the name of the user": "debe ser un texto: es el nombre del usuario",
  "must be a language tag such as de or pt-BR": "debe ser un código de idioma, como de o pt-BR",
  "is defined in the code of the app: change it there, and start the app again":
    "está definido en el código de la aplicación: cámbialo allí y reinicia la aplicación",
  "is disabled: enable the operator first": "está desactivado: actívalo primero",
  "gets no invitation, because no email provider is configured":
    "no recibe la invitación, porque no hay un proveedor de correo configurado",
  "gets no test email, because no email provider is configured":
    "no recibe el correo de prueba, porque no hay un proveedor de correo configurado"
}
