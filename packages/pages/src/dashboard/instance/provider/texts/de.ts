/** The texts of the pages about sign-in providers, in German. */
import { format } from "../../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Anmeldeanbieter",
  intro:
    "Benutzer können sich mit einem Konto anmelden, das sie anderswo haben. Die Anmeldeseite hat eine Schaltfläche für jeden eingeschalteten Anbieter.",
  kind: "Art",
  issuer: "Aussteller",
  state: "Status",
  on: "Eingeschaltet",
  off: "Ausgeschaltet",
  add: "Anbieter hinzufügen",
  addIntro: "OpenID Connect ist für jeden anderen Anbieter, etwa Keycloak, Okta oder ein anderes Latchkey.",
  unavailable:
    "Dieser Dienst kann keine Anmeldeanbieter erreichen, daher sehen Benutzer keinen: Es ist kein Adapter eingerichtet.",
  count: (count) => `${format.plural(count, { one: "# Anbieter", other: "# Anbieter" })}`,
  empty: {
    title: "Noch keine Anbieter",
    text: "Fügen Sie einen hinzu, und Benutzer können sich mit einem vorhandenen Konto anmelden, etwa bei Google."
  },
  noKey:
    "Es ist kein Serverschlüssel eingerichtet, daher kann kein Client-Geheimnis gespeichert werden. Setzen Sie SECRET_KEY, und starten Sie den Dienst neu.",
  addOidc: "OpenID-Connect-Anbieter hinzufügen",
  addOne: (name) => `${name} hinzufügen`,
  provider: "Anbieter",
  redirectUri: "Weiterleitungs-URI",
  addButton: "Anbieter hinzufügen",
  notices: {
    deleted: "Der Anbieter ist gelöscht.",
    added: "Der Anbieter ist hinzugefügt, und die Anmeldeseite hat seine Schaltfläche. Prüfen Sie ihn jetzt.",
    disabled: "Der Anbieter ist ausgeschaltet. Benutzer können sich nicht damit anmelden.",
    enabled: "Der Anbieter ist eingeschaltet. Benutzer können sich damit anmelden.",
    saved: "Gespeichert."
  },
  topics: {
    adapter: "Dieser Dienst",
    algorithms: "Signaturen",
    authorization_endpoint: "Anmeldeseite",
    client_secret: "Client-Geheimnis",
    discovery: "Metadaten",
    flow: "Anmeldeablauf",
    keys: "Schlüssel",
    redirect_uri: "Weiterleitungs-URI",
    token_endpoint: "Token-Endpunkt",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "OK",
  problem: "Problem",
  result: "Ergebnis der Prüfung",
  nothingWrong: "Alles in Ordnung, soweit die Prüfung es ohne Benutzer erkennt.",
  problems: (count) => `${format.plural(count, { one: "Es gibt ein Problem", other: "Es gibt # Probleme" })}.`,
  stored: "gespeichert",
  check: "Prüfen",
  turnOff: "Ausschalten",
  turnOn: "Einschalten",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    "Benutzer können sich nicht mehr damit anmelden. Wer keine andere Anmeldeart hat, kann einen Anmeldelink anfordern, wenn diese eingeschaltet sind. Verknüpfte Konten bleiben und funktionieren wieder, wenn Sie einen Anbieter mit demselben Aussteller hinzufügen. Um die Einstellungen zu behalten, schalten Sie ihn stattdessen aus.",
  notDeleted: (reason) => `Nicht gelöscht. ${reason}`,
  reason: (reason) => `Der Anbieter: ${reason}.`,
  otherField: (field, reason) => `„${field}“: ${reason}.`,
  where: {
    google:
      "Erstellen Sie in der Google Cloud Console unter „APIs & Services“ und „Credentials“ eine OAuth-Client-ID vom Typ „Web application“ mit dieser Weiterleitungs-URI. Google zeigt dann Client-ID und Client-Geheimnis.",
    microsoft:
      "Registrieren Sie im Microsoft Entra Admin Center unter „App registrations“ eine App mit dieser Weiterleitungs-URI für die Plattform „Web“. Ihre Übersicht zeigt die Anwendungs-ID (Client-ID). Erstellen Sie das Client-Geheimnis unter „Certificates & secrets“, und kopieren Sie seinen Wert.",
    apple:
      "Erstellen Sie in Ihrem Apple-Developer-Konto eine Services ID für „Sign in with Apple“ mit dieser Weiterleitungs-URI: Ihr Identifier ist die Client-ID. Erstellen Sie unter „Keys“ einen Schlüssel für „Sign in with Apple“, und laden Sie seine .p8-Datei herunter.",
    github:
      "Registrieren Sie auf GitHub unter „Developer settings“ und „OAuth Apps“ eine App mit dieser Weiterleitungs-URI als Callback-URL. GitHub zeigt dann die Client-ID und erstellt ein Client-Geheimnis.",
    oidc: "Registrieren Sie beim Anbieter einen vertraulichen Client für den Authorization-Code-Flow mit dieser Weiterleitungs-URI. Der Anbieter zeigt dann Client-ID und Client-Geheimnis."
  },
  fields: {
    name: {
      label: "Name",
      hint: "Steht auf der Schaltfläche, etwa „Weiter mit Google“."
    },
    issuer: {
      label: "Aussteller",
      hint: "Die URL, die der Anbieter als Aussteller nennt, etwa https://id.example.com. Später nicht änderbar."
    },
    microsoftIssuerHint:
      "So, wie sie ist, steht sie für die Konten aller Organisationen. Für die einer einzigen ersetzen Sie {tenantid} durch deren Mandanten-ID. Später nicht änderbar.",
    id: {
      label: "ID",
      hint: "Optional: wie Programme und das Protokoll ihn nennen. Später nicht änderbar."
    },
    clientId: {
      label: "Client-ID"
    },
    teamId: {
      label: "Team-ID",
      hint: "Zehn Buchstaben und Ziffern, oben rechts in Ihrem Apple-Developer-Konto."
    },
    keyId: {
      label: "Schlüssel-ID",
      hint: "Zehn Buchstaben und Ziffern, neben dem Schlüssel."
    },
    emailTrust: {
      label: "Bestätigte E-Mail-Adressen dieses Anbieters",
      hint: "Wählen Sie nur dann etwas anderes als das Erste, wenn der Anbieter jede Adresse selbst bestätigt. Sonst könnte ein Benutzer dort eine fremde Adresse eingeben und hier das fremde Konto übernehmen.",
      options: {
        never: "Beweisen nichts: Benutzer bestätigen sie per E-Mail",
        claim: "Gelten auch hier als bestätigt, öffnen aber kein bereits bestätigtes Konto",
        authoritative: "Gelten auch hier als bestätigt und öffnen das zugehörige Konto"
      }
    },
    presetTrustHint:
      "Die letzte Option passt meistens. Latchkey akzeptiert nur Adressen, für die dieser Anbieter zuständig ist.",
    scopes: {
      label: "Weitere Scopes",
      hint: "Optional, einer pro Zeile: was vom Anbieter zusätzlich zur Anmeldung verlangt wird."
    },
    nativeClientIds: {
      label: "Client-IDs nativer Apps",
      hint: "Optional, eine pro Zeile: Apps, die sich mit einem ID-Token anmelden."
    },
    trustsMfa: {
      label: "Mehrfaktor-Anmeldungen dort gelten hier",
      hint: "Wenn der Anbieter sagt, dass sich ein Benutzer mit mehreren Faktoren angemeldet hat, wird hier kein zweiter Faktor verlangt."
    }
  },
  secret: {
    label: "Client-Geheimnis",
    key: "Privater Schlüssel",
    whole: "Die ganze .p8-Datei.",
    optional: "Optional bei einem öffentlichen Client.",
    keep: "Leer lassen, um das gespeicherte zu behalten.",
    encrypted: "Wird verschlüsselt gespeichert und nie angezeigt."
  }
}
