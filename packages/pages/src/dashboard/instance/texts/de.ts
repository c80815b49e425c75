/** The texts of the pages about instances, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  overview: {
    period: "Zeitraum",
    periods: {
      "24h": "24 Stunden",
      "7d": "7 Tage",
      "30d": "30 Tage"
    },
    compared: {
      "24h": "Verglichen mit den 24 Stunden davor",
      "7d": "Verglichen mit den 7 Tagen davor",
      "30d": "Verglichen mit den 30 Tagen davor"
    },
    before: (value) => `(davor: ${value})`,
    users: "Benutzer",
    usersNote: "In dieser Instanz",
    newUsers: "Neue Benutzer",
    newUsersNote: "In diesem Zeitraum",
    atLeast: (count) => `${count}+`,
    signIns: "Anmeldungen",
    signInsNote: (share) => `${share} der Versuche`,
    rejected: "Abgelehnt",
    rejectedNote: "Falsches Passwort, Code oder Link",
    limited: "Limits erreicht",
    limitedNote: "Zu viele Versuche",
    failed: "Fehlgeschlagen",
    failedNote: "Ausfall oder Überlastung",
    emails: "E-Mails gesendet",
    emailsNote: (unsent) => `${unsent} nicht gesendet`,
    bounces: "Zurückgewiesen",
    bouncesNote: (count) => `${format.plural(count, { one: "# Beschwerde", other: "# Beschwerden" })}`,
    chart: "Anmeldungen im Zeitverlauf",
    byMethod: "Anmeldungen nach Methode",
    methods: {
      password: "Passwort",
      link: "Anmeldelink oder Code",
      passkey: "Passkey",
      provider: "Anmeldeanbieter",
      "second factor": "Mit zweitem Faktor",
      "new account": "Neues Konto"
    },
    methodColumns: {
      method: "Methode",
      signIns: "Anmeldungen",
      share: "Anteil"
    },
    noSignIns:
      "Keine Anmeldungen in diesem Zeitraum. Sie erscheinen hier wenige Sekunden nach der Anmeldung eines Benutzers.",
    change: "Einstellungen ändern",
    all: "Alle Einstellungen",
    delete: "Instanz löschen…",
    atLeastCharacters: (count) =>
      `${format.plural(count, { one: "mindestens # Zeichen", other: "mindestens # Zeichen" })}`,
    signUps: {
      open: "offen für alle",
      invitation: "nur mit Einladung",
      closed: "geschlossen"
    },
    verified: (signUp) => `${signUp}, nach Bestätigung der E-Mail-Adresse`,
    noOneCanSignUp: (verified) => `${verified}, aber ohne E-Mail-Anbieter kann sich niemand registrieren`,
    linksUnsent: "an, aber ohne E-Mail-Anbieter werden keine Links gesendet",
    expire: (lifetime, idle) => `Höchstdauer: ${lifetime}; ohne Nutzung: ${idle}`,
    noHosts: "keine (verwendet den Standardhost)",
    hashing: "Hash-Geschwindigkeit",
    hashingOwn: (rate) => `etwa ${rate} Passwörter pro Sekunde`,
    hashingMixed: (now, mix, own) =>
      `etwa ${now} Passwörter pro Sekunde mit den Hashes, die die Konten jetzt haben (${mix}), und etwa ${own} mit denen von Latchkey. Jeder wird ersetzt, wenn sich sein Benutzer anmeldet`,
    lessThan: (share) => `weniger als ${share}`,
    others: "andere"
  },
  facts: {
    origin: "Ursprung",
    hosts: "Hosts",
    plan: "Tarif",
    magicLinks: "Anmeldelinks",
    signUp: "Registrierung",
    passwords: "Passwörter",
    passkeys: "Passkeys",
    sessions: "Sitzungen",
    waysIn: "Anmeldearten"
  },
  list: {
    intro:
      "Eine Instanz ist eine Anwendung, deren Benutzer sich hier anmelden. Jede hat eigene Benutzer, Einstellungen und Limits.",
    create: "Neue Instanz",
    count: (count) => `${format.plural(count, { one: "# Instanz", other: "# Instanzen" })}`,
    empty: {
      title: "Noch keine Instanzen",
      text: "Erstellen Sie eine für jede Anwendung, deren Benutzer sich hier anmelden."
    },
    more: (hosts, count) => `${hosts} und ${format.plural(count, { other: "#" })} weitere`,
    nextPage: "Nächste Seite",
    deleted: "Gelöschte Instanzen",
    deletedIntro:
      "Sie funktionieren nicht mehr. Was von ihnen gespeichert ist, wird im Hintergrund gelöscht. Danach sind ihre Hosts frei.",
    left: (users) => `Wird gelöscht: noch ${users}`,
    createIntro: "Alles andere hat einen Standardwert und lässt sich in den Einstellungen ändern.",
    createButton: "Instanz erstellen"
  },
  deletion: {
    title: "Diese Instanz löschen?",
    id: "Instanz-ID",
    confirm: (id) => html`Geben Sie zur Bestätigung ${id} ein.`,
    mustBe: (id) => `muss ${id} sein`,
    noUsers: "Sie hat keine Benutzer.",
    users: (count) =>
      `${format.plural(count, { one: "# Benutzer wird abgemeldet und kann sich nicht mehr anmelden", other: "# Benutzer werden abgemeldet und können sich nicht mehr anmelden" })}.`,
    links: "Gesendete Links funktionieren nicht mehr, und wartende E-Mails werden nicht gesendet.",
    noHosts: "Sie hat keine Hosts.",
    hosts: (hosts) =>
      `Anfragen an ${hosts} erhalten „nicht gefunden“, bis alles gelöscht ist. Danach gehören sie zur Standardinstanz.`,
    otherHosts: (hosts) => `${hosts} und ihre anderen Hosts`,
    everything:
      "Ihre Benutzer, Sitzungen, Einstellungen und alles andere werden gelöscht. Die Einträge im Protokoll bleiben.",
    irreversible: "Das kann nicht rückgängig gemacht werden.",
    button: "Instanz löschen",
    rejected: "Nicht gelöscht. Ihre Eingaben sind nicht ganz richtig.",
    section: "Diese Instanz löschen",
    sectionText: "Ihre Benutzer können sich nicht mehr anmelden, und alles, was von ihr gespeichert ist, wird gelöscht."
  },
  form: {
    conflict: (value) => `wurde inzwischen geändert: ${value}. Speichern Sie noch einmal, um das zu überschreiben`,
    nothing: "leer",
    quoted: (text) => `„${text}“`,
    inGroup: (legend, error) => `${legend}: ${error}`
  },
  settings: {
    noEmail:
      "Es ist kein E-Mail-Anbieter eingerichtet, daher gibt es keine Anmeldelinks, was immer Sie hier wählen. Setzen Sie EMAIL_FROM und EMAIL_SMTP_URL oder EMAIL_FROM und EMAIL_PROVIDER_API_KEY, und starten Sie den Dienst neu.",
    noKey: (setting) =>
      html`Es gibt keinen Serverschlüssel, daher enthalten E-Mails keinen Code neben dem Anmeldelink. Um das einzuschalten, setzen Sie ${setting}, und starten Sie den Dienst neu.`,
    locked:
      "Der Tarif Free enthält nur die Standardregeln: mindestens 8 Zeichen. Für eigene Regeln wechseln Sie zum Tarif Pro.",
    changePlan: "Tarif ändern"
  },
  trial: {
    title: "Ein Passwort testen",
    password: "Passwort",
    hint: "Wird mit den gespeicherten Regeln verglichen und nicht gespeichert.",
    button: "Passwort testen",
    meets: "Dieses Passwort entspricht den Regeln.",
    fails: "Dieses Passwort entspricht nicht den Regeln.",
    tooShort: (count) =>
      `${format.plural(count, { one: "Es hat weniger als # Zeichen", other: "Es hat weniger als # Zeichen" })}.`,
    common: "Es ist zu häufig: Angreifer probieren es zuerst.",
    uppercase: "Es hat keinen Großbuchstaben.",
    lowercase: "Es hat keinen Kleinbuchstaben.",
    number: "Es hat keine Ziffer.",
    special: "Es hat kein Sonderzeichen.",
    empty: "Es ist leer.",
    tooLong: "Es ist zu lang.",
    malformed: "Es enthält Zeichen, die nicht erlaubt sind."
  },
  sections: {
    general: {
      title: "Allgemein",
      about: "Name, Hosts und Sprache der Instanz, und wohin Benutzer nach der Anmeldung gelangen."
    },
    appearance: {
      title: "Seiten und Marke",
      about: "Wie Seiten und E-Mails der Instanz aussehen und worauf die Seiten verweisen."
    },
    "auth-methods": {
      title: "Anmeldearten",
      about: "Wie sich Benutzer anmelden. Mindestens eine Methode bleibt an."
    },
    "sign-up": {
      title: "Registrierung",
      about: "Wer ein Konto erstellen kann. Benutzer mit Konto können sich immer anmelden."
    },
    "user-details": {
      title: "Angaben der Benutzer",
      about:
        "Wonach die Seiten Benutzer nach der Registrierung fragen: nach ihrem Namen, und nach dem, was Sie in userMetadata speichern."
    },
    "password-policy": {
      title: "Passwortregeln",
      about: "Was neue Passwörter enthalten müssen. Bestehende funktionieren weiter."
    },
    lifetimes: {
      title: "Sitzungen",
      about: "Wann Sitzungen ablaufen. Die Höchstdauer gilt für neue Sitzungen, die Leerlaufzeit sofort für alle."
    },
    limits: {
      title: "Limits",
      about: "Wie viele Versuche in einem gleitenden Zeitfenster erlaubt sind. Weitere werden abgelehnt."
    },
    emails: {
      title: "E-Mails zum Konto",
      about: "Was Benutzer außer Anmeldelinks erhalten."
    },
    tokens: {
      title: "Token",
      about:
        "Womit sich Programme und APIs auf anderen Hosts ausweisen: persönliche Zugriffstoken der Benutzer und Zugriffstoken."
    },
    accounts: {
      title: "Kontolöschung",
      about: "Was Benutzer mit ihrem eigenen Konto tun können."
    },
    plan: {
      title: "Tarif",
      about: "Ob die Instanz eigene Passwortregeln haben kann."
    }
  },
  userFields: {
    legend: (number) => `Angabe ${number}`,
    label: "Bezeichnung",
    name: "Name in den Daten",
    type: "Art",
    types: {
      string: "Freier Text",
      choice: "Auswahl",
      integer: "Ganze Zahl",
      number: "Zahl",
      boolean: "Kästchen"
    },
    required: "Pflichtangabe",
    more: "Weiteres",
    values: "Werte zur Auswahl, je Zeile einer",
    least: "Mindestens",
    most: "Höchstens",
    labels: "Bezeichnung in anderen Sprachen, etwa fr: Société",
    wrong: (reason) => `Die Angaben: ${reason}.`,
    wrongRow: (number, part, reason) =>
      part === "" ? `Angabe ${number}: ${reason}.` : `Angabe ${number}, ${part}: ${reason}.`
  },
  fields: {
    name: {
      label: "Name",
      hint: "Steht auf Seiten und in E-Mails."
    },
    hosts: {
      label: "Hosts",
      hint: "Ein Hostname pro Zeile, ohne Schema und Port, etwa auth.example.com. Anfragen an diese Hosts gehören zu dieser Instanz."
    },
    origins: {
      label: "Erlaubte Ursprünge",
      hint: "Ein Ursprung pro Zeile, etwa https://app.example.com. Seiten dort können die API mit den Cookies eines Benutzers aufrufen."
    },
    redirectUrl: {
      label: "Weiterleitungs-URL",
      hint: "Wohin Benutzer nach der Anmeldung gelangen. Wenn leer: zur Startseite des eigenen Ursprungs der Instanz."
    },
    defaultLanguage: {
      label: "Standardsprache",
      hint: "Ein Sprachkürzel: en, de, fr, es, pt-BR, ja oder ar. Für Benutzer, die keine Sprache gewählt haben und deren Browser keine davon bevorzugt."
    },
    password: {
      label: "Passwörter",
      hint: "Benutzer können sich mit E-Mail-Adresse und Passwort registrieren und anmelden."
    },
    magicLink: {
      label: "Anmeldelinks",
      hint: "Benutzer können sich mit einem Link anmelden, den sie per E-Mail erhalten und der einmal gilt."
    },
    passkey: {
      label: "Passkeys",
      hint: "Benutzer können ihrem Konto Passkeys hinzufügen und sich damit anmelden."
    },
    passkeyRpId: {
      label: "Domain der Passkeys (RP-ID)",
      hint: "Der Host der Instanz oder eine Domain, die ihn enthält, etwa example.com für auth.example.com. Dann können Seiten auf anderen Hosts der Domain dieselben Passkeys verwenden. Wenn leer: der Host der Instanz. Nicht änderbar, solange Benutzer Passkeys haben."
    },
    secondFactor: {
      label: "Zweiter Faktor",
      hint: "Optional und erforderlich funktionieren nur mit einem Serverschlüssel.",
      options: {
        off: "Aus: Passwort oder Link genügt",
        optional: "Optional: Benutzer können eine Authenticator-App hinzufügen",
        required: "Erforderlich: Ab der nächsten Anmeldung brauchen Benutzer eine Authenticator-App oder einen Passkey"
      }
    },
    factorRecovery: {
      label: "Verlorene Passkeys und Authenticator-Apps",
      hint: "Ohne Wirkung, solange der zweite Faktor erforderlich ist, und ohne E-Mail-Anbieter. Wer sich mit dem ersten Faktor anmelden kann und während der ganzen Wartezeit die E-Mails eines Benutzers liest, kann dann die anderen entfernen.",
      options: {
        off: "Aus: Nur Sie können sie zurücksetzen",
        email: "E-Mail: Benutzer können sie nach einer Wartezeit mit einem Link entfernen"
      }
    },
    factorRecoveryHours: {
      label: "Wartezeit in Stunden",
      hint: "Von der Anforderung, bis der Link funktioniert: 24 bis 720 Stunden. Offene Anforderungen behalten ihre."
    },
    magicLinkCodes: {
      label: "Code neben dem Anmeldelink",
      hint: "Die E-Mail enthält auch einen sechsstelligen Code, den Benutzer auf dem Gerät eingeben, auf dem sie den Link angefordert haben. Angreifer können nach einem Code fragen; mit einem Link ist das schwerer."
    },
    requireVerifiedEmail: {
      label: "E-Mail-Bestätigung",
      hint: "Apps erhalten erst eine Sitzung, wenn der Benutzer seine E-Mail-Adresse mit einem Link bestätigt hat."
    },
    allowedDomains: {
      label: "Erlaubte Domains",
      hint: "Je Zeile eine, zum Beispiel example.com. Nur Adressen dieser Domains können sich registrieren, ohne Eintrag alle. Für eingeladene Benutzer und bestehende Konten gilt das nicht."
    },
    refusedDomains: {
      label: "Abgelehnte Domains",
      hint: "Je Zeile eine. Adressen dieser Domains können sich nicht registrieren."
    },
    userFields: {
      label: "Angaben",
      hint: "Nach Pflichtangaben wird bei jeder Anmeldung gefragt, bis sie gemacht sind, nach den anderen einmal. Um eine Angabe zu entfernen, leeren Sie ihre Bezeichnung und ihren Namen. Der Name „name“ in den Daten ist der Name des Benutzers."
    },
    sessionInclude: {
      label: "Benutzerdaten in Sitzungen",
      hint: "Je Zeile eines: name, metadata oder userMetadata. Apps erhalten sie mit jeder Sitzung, und jede Prüfung einer Sitzung liest dann auch den Benutzer."
    },
    signUpMode: {
      label: "Neue Konten",
      options: {
        open: "Offen: Alle können ein Konto erstellen",
        invitation: "Einladung: nur wen Sie einladen",
        closed: "Geschlossen: Nur Administratoren erstellen Konten"
      }
    },
    signUpVerification: {
      label: "E-Mail-Bestätigung neuer Konten mit Passwort",
      hint: "Bei „Vorher“ verrät eine Registrierung nie, ob eine E-Mail-Adresse ein Konto hat. Dafür wird ein E-Mail-Anbieter gebraucht.",
      options: {
        after: "Nachher: Das Konto besteht sofort und ist angemeldet",
        before: "Vorher: Ein Link in einer E-Mail erstellt das Konto"
      }
    },
    plan: {
      label: "Tarif",
      hint: "Beide gehören zu Latchkey und kosten nichts. Wenn Sie Instanzen für Kunden betreiben, behält Free die Standardregeln für Passwörter.",
      options: {
        free: "Free: Standardregeln für Passwörter",
        pro: "Pro: eigene Passwortregeln"
      }
    },
    minLength: {
      label: "Mindestlänge"
    },
    requireUppercase: {
      label: "Großbuchstaben verlangen"
    },
    requireLowercase: {
      label: "Kleinbuchstaben verlangen"
    },
    requireNumber: {
      label: "Ziffer verlangen"
    },
    requireSpecial: {
      label: "Sonderzeichen verlangen"
    },
    logoUrl: {
      label: "Logo-URL",
      hint: "Die https-URL eines Bildes, 40 Pixel hoch. PNG: Gmail zeigt kein SVG. Wenn leer, zeigen Seiten und E-Mails den Namen."
    },
    accentColor: {
      label: "Farbe der Schaltflächen",
      hint: "Etwa #1f5eff. Wenn leer, haben Schaltflächen die Farbe von Latchkey."
    },
    corners: {
      label: "Ecken",
      options: {
        square: "Eckig",
        rounded: "Gerundet",
        pill: "Pille"
      }
    },
    font: {
      label: "Schrift",
      hint: "Eine Schrift, die Leser schon haben. Es wird nichts geladen.",
      options: {
        system: "Systemschrift",
        humanist: "Humanistisch",
        geometric: "Geometrisch",
        rounded: "Rund",
        serif: "Serifen"
      }
    },
    termsUrl: {
      label: "URL der Nutzungsbedingungen",
      hint: "Eine https-URL. Wenn leer, haben Seiten keinen Link zu Nutzungsbedingungen."
    },
    privacyUrl: {
      label: "URL der Datenschutzerklärung",
      hint: "Eine https-URL. Wenn leer, haben Seiten keinen Link zur Datenschutzerklärung."
    },
    supportUrl: {
      label: "Support-URL",
      hint: "Eine https-URL oder mailto:help@example.com. Wenn leer, haben Seiten keinen Link."
    },
    absoluteLifetime: {
      label: "Höchstdauer in Sekunden",
      hint: "30 Tage sind 2592000 Sekunden."
    },
    idleLifetime: {
      label: "Leerlaufzeit in Sekunden",
      hint: "7 Tage sind 604800 Sekunden."
    },
    accountNotices: {
      label: "Hinweise zum Konto",
      hint: "Benutzer erfahren per E-Mail, wenn sich ihr Passwort, ihre Passkeys oder ihr zweiter Faktor ändern und wenn Sie sie auf allen Geräten abmelden."
    },
    deviceSignIn: {
      label: "Anmeldung auf anderen Geräten",
      hint: "Benutzer können sich auf Befehlszeilen und Fernsehern anmelden, indem sie auf der Seite /device einen Code eingeben."
    },
    personalTokens: {
      label: "Persönliche Zugriffstoken",
      hint: "Benutzer können Token für ihre Programme erstellen. Solange dies aus ist, funktionieren vorhandene nicht."
    },
    tokenScopes: {
      label: "Scopes persönlicher Zugriffstoken",
      hint: "Je Zeile einer, etwa reports:read. Benutzer wählen einige für jedes Token, und Ihre App entscheidet, was sie erlauben. Ein entfernter Scope gilt nicht mehr."
    },
    tokenAudiences: {
      label: "Audiences von Zugriffstoken",
      hint: "Je Zeile eine: die APIs, die Zugriffstoken annehmen, etwa https://api.example.com. Ohne Eintrag gibt es keine Zugriffstoken. Sie brauchen einen Serverschlüssel."
    },
    tokenClaims: {
      label: "Claims von Zugriffstoken",
      hint: "Je Zeile einer: die Schlüssel der App-Daten eines Benutzers (metadata), deren Werte jedes Zugriffstoken enthält."
    },
    tokenAppLinks: {
      label: "App-Links",
      hint: "Einer pro Zeile: wohin E-Mails und Anmeldeanbieter in Ihre App zurückführen, wie com.example.app:/sign-in, oder eine https-URL, die zu Ihrer App gehört."
    },
    deletionGraceDays: {
      label: "Tage, bis ein Konto gelöscht wird",
      hint: "So lange können Benutzer ihr Konto noch behalten, nachdem sie die Löschung verlangt haben: 0 bis 30 Tage. Bei 0 wird es sofort gelöscht."
    },
    limit: {
      label: "Limit"
    },
    windowSeconds: {
      label: "Zeitfenster in Sekunden"
    }
  },
  limits: {
    signUpPerIp: "Registrierungen pro IP-Adresse",
    signInPerIp: "Anmeldungen pro IP-Adresse",
    signInPerEmail: "Anmeldungen pro Konto, von unbekannten Geräten",
    signInPerKnownClient: "Anmeldungen pro Konto, von einem bekannten Gerät",
    magicLinkPerIp: "Linkanforderungen pro IP-Adresse",
    magicLinkPerEmail: "Linkanforderungen pro E-Mail-Adresse",
    magicLinkPerEmailPerDay: "Linkanforderungen pro E-Mail-Adresse, über längere Zeit",
    magicLinkVerifyPerIp: "Geöffnete Links pro IP-Adresse",
    magicLinkToUnknownPerInstance: "Links an nie bestätigte E-Mail-Adressen, insgesamt",
    magicLinkCodePerInstance: "Falsche Codes, insgesamt",
    signUpPerInstance: "Registrierungen mit Passwort, insgesamt"
  }
}
