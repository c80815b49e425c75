/** Why fields are invalid, in German. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "ist erforderlich",
  "has the wrong type": "hat den falschen Typ",
  "must be # to # characters, and no control characters": "muss # bis # Zeichen haben, ohne Steuerzeichen",
  "must be # to # characters, no control characters, and no space at its ends":
    "muss # bis # Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand",
  "must be # to # characters without control characters": "muss # bis # Zeichen ohne Steuerzeichen haben",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "muss # bis # sichtbare ASCII-Zeichen haben, ohne Anführungszeichen und Backslashes",
  "must be # to # visible ASCII characters": "muss # bis # sichtbare ASCII-Zeichen haben",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "darf kein Claim sein, den Latchkey setzt oder ein Standard definiert",
  "must be # to # characters without spaces": "muss # bis # Zeichen ohne Leerzeichen haben",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "muss aus # bis # Kleinbuchstaben, Ziffern und Bindestrichen bestehen und mit einem Buchstaben beginnen",
  "must be # upper-case letters and digits": "muss aus # Großbuchstaben und Ziffern bestehen",
  "must be a whole number from # to #": "muss eine ganze Zahl von # bis # sein",
  "must be a whole number of seconds from # to #": "muss eine ganze Zahl von Sekunden sein, von # bis #",
  "must be a whole number of hours from # to #": "muss eine ganze Zahl von Stunden sein, von # bis #",
  "must be a whole number of days from # to #": "muss eine ganze Zahl von Tagen sein, von # bis #",
  "must be a number": "muss eine Zahl sein",
  "must be at most # characters": "darf höchstens # Zeichen haben",
  "must be at most # hosts": "dürfen höchstens # sein",
  "must be at most # origins": "dürfen höchstens # sein",
  "must be at most # domains": "dürfen höchstens # sein",
  "must be at most # values": "dürfen höchstens # sein",
  "must be at most # fields": "dürfen höchstens # sein",
  "must be at most # providers": "dürfen höchstens # sein",
  "must be at most # scopes": "dürfen höchstens # sein",
  "must be at most # audiences": "dürfen höchstens # sein",
  "must be at most # claims": "dürfen höchstens # sein",
  "must be at most # app links": "dürfen höchstens # sein",
  "must be at most # client ids": "dürfen höchstens # sein",
  "must be a host name without scheme, port or final dot, in lower case":
    "muss ein Hostname in Kleinbuchstaben sein, ohne Schema, Port und Punkt am Ende",
  "must be an origin such as https://app.example.com": "muss ein Origin sein, wie https://app.example.com",
  "must be an absolute http or https URL": "muss eine vollständige URL mit http oder https sein",
  "must be a domain such as example.com, in lower-case ASCII":
    "muss eine Domain in Kleinbuchstaben (ASCII) sein, wie example.com",
  "must be a color such as #1f5eff": "muss eine Farbe sein, wie #1f5eff",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "muss eine https-URL sein, oder eine URL mit einem Schema wie com.example.app, ohne Query",
  "must be an https URL": "muss eine URL mit https sein",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "muss eine URL mit https sein, oder eine mit mailto, wie mailto:help@example.com",
  "must be a URL without a query": "muss eine URL ohne Query sein",
  "must be a URL with https. Only localhost may use http":
    "muss eine URL mit https sein. Nur localhost darf http verwenden",
  "must be https, as the service is. Only localhost may use http":
    "muss https verwenden, wie der Dienst. Nur localhost darf http verwenden",
  "is not a valid URL, or part of one": "ist keine gültige URL, oder kein gültiger Teil davon",
  "must be a scope such as email": "muss ein Scope sein, wie email",
  "must be a text without line breaks, as the provider shows it":
    "muss ein Text ohne Zeilenumbrüche sein, so wie der Anbieter ihn zeigt",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "muss der private Schlüssel von Apple sein: die ganze .p#-Datei, von -----BEGIN PRIVATE KEY----- bis -----END PRIVATE KEY-----",
  "is required: what the button says": "ist erforderlich: die Aufschrift der Schaltfläche",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "ist erforderlich: die URL, die der Anbieter als Issuer nennt, wie https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "ist erforderlich: das Geheimnis des Clients, oder null, wenn sich nur native Apps mit dem Anbieter anmelden",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "ist erforderlich: teamId und keyId, wie Apple sie neben dem Schlüssel zeigt",
  "must have teamId and keyId": "muss teamId und keyId haben",
  "belongs to providers of the kind apple only": "gehört nur zu Anbietern der Art apple",
  "must have different ids": "müssen verschiedene IDs haben",
  "must have different issuers": "müssen verschiedene Issuer haben",
  "belongs to another instance": "gehört zu einer anderen Instanz",
  "belongs to another provider of the instance: change that one":
    "gehört zu einem anderen Anbieter der Instanz: Ändern Sie diesen",
  "belongs to another provider of the instance: choose another one":
    "gehört zu einem anderen Anbieter der Instanz: Wählen Sie etwas anderes",
  "cannot be changed, because identities of users belong to it: add another provider":
    "kann nicht geändert werden, weil Konten von Benutzern daran hängen: Fügen Sie einen anderen Anbieter hinzu",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "muss bleiben: Die Instanz hat keine andere Anmeldeart. Schalten Sie zuerst eine andere ein",
  "requires a server key: set SECRET_KEY and restart the service":
    "braucht einen Serverschlüssel: Setzen Sie SECRET_KEY, und starten Sie den Dienst neu",
  "requires an email provider, because a link verifies the address":
    "braucht einen E-Mail-Anbieter, weil ein Link die Adresse bestätigt",
  "requires magic links and an email provider, because a link verifies the address":
    "braucht Anmeldelinks und einen E-Mail-Anbieter, weil ein Link die Adresse bestätigt",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "lässt sich nur ausschalten, solange sich Benutzer mit Anmeldelinks, die einen E-Mail-Anbieter brauchen, oder bei einem Identitätsanbieter anmelden können",
  "can be at most #: delete one first": "dürfen höchstens # sein: Löschen Sie zuerst einen Eintrag",
  "must be the host of the instance, or a domain that contains it":
    "muss der Host der Instanz sein, oder eine Domain, die ihn enthält",
  "is not an email address": "ist keine E-Mail-Adresse",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "muss eine https-URL einer öffentlichen Adresse sein, außer der Host steht in den Einstellungen des Servers",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "muss eine https- oder http-URL sein, mit dem Host in Kleinbuchstaben, ohne Benutzer, Passwort und Fragment",
  "must be null for all events, or a list of one type or more, each once":
    "muss mindestens einen Typ enthalten, jeden einmal",
  "must have each type once": "darf jeden Typ nur einmal haben",
  "must not name a domain twice": "darf keine Domain zweimal nennen",
  "must not name a scope twice": "darf keinen Scope zweimal nennen",
  "must not name an app link twice": "darf keinen App-Link zweimal nennen",
  "must not name an audience twice": "darf keine Audience zweimal nennen",
  "must not name a claim twice": "darf keinen Claim zweimal nennen",
  "must not name a field twice": "darf kein Feld zweimal nennen",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "muss mit einem Buchstaben beginnen und darf höchstens # Buchstaben, Ziffern und Unterstriche haben",
  "must have tags of languages as its names, such as de or pt-BR": "muss mit Sprachkürzeln beginnen, wie de oder pt-BR",
  "must have a value": "muss einen Wert haben",
  "must not have a value twice": "darf keinen Wert zweimal haben",
  "must not begin or end with a space": "darf nicht mit einem Leerzeichen beginnen oder enden",
  "must not have both values to choose from and lengths": "darf nicht zugleich Werte zur Auswahl und Längen haben",
  "must have bounds between which there is a value": "braucht Grenzen, zwischen denen ein Wert liegt",
  "must be a text: this is the name of the user": "muss ein Text sein: Das ist der Name des Benutzers",
  "must be a language tag such as de or pt-BR": "muss ein Sprachkürzel sein, wie de oder pt-BR",
  "is defined in the code of the app: change it there, and start the app again":
    "ist im Code der App festgelegt: Ändern Sie es dort, und starten Sie die App neu",
  "is disabled: enable the operator first": "ist gesperrt: Entsperren Sie zuerst das Konto",
  "gets no invitation, because no email provider is configured":
    "bekommt keine Einladung, weil kein E-Mail-Anbieter eingerichtet ist",
  "gets no test email, because no email provider is configured":
    "bekommt keine Test-E-Mail, weil kein E-Mail-Anbieter eingerichtet ist"
}
