/** Why fields are invalid, in French. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "est obligatoire",
  "has the wrong type": "n’est pas du bon type",
  "must be # to # characters, and no control characters": "doit avoir de # à # caractères, sans caractère de contrôle",
  "must be # to # characters, no control characters, and no space at its ends":
    "doit avoir de # à # caractères, sans caractère de contrôle ni espace aux extrémités",
  "must be # to # characters without control characters": "doit avoir de # à # caractères sans caractère de contrôle",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "doit comporter # à # caractères ASCII visibles, sans guillemet ni barre oblique inverse",
  "must be # to # visible ASCII characters": "doit comporter # à # caractères ASCII visibles",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "ne doit pas être une revendication définie par Latchkey ou par une norme",
  "must be # to # characters without spaces": "doit avoir de # à # caractères sans espace",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "doit avoir de # à # lettres minuscules, chiffres et traits d’union, et commencer par une lettre",
  "must be # upper-case letters and digits": "doit avoir # lettres majuscules et chiffres",
  "must be a whole number from # to #": "doit être un nombre entier de # à #",
  "must be a whole number of seconds from # to #": "doit être un nombre entier de secondes, de # à #",
  "must be a whole number of hours from # to #": "doit être un nombre entier d’heures, de # à #",
  "must be a whole number of days from # to #": "doit être un nombre entier de jours, de # à #",
  "must be a number": "doit être un nombre",
  "must be at most # characters": "doit avoir au plus # caractères",
  "must be at most # hosts": "doivent être # au plus",
  "must be at most # origins": "doivent être # au plus",
  "must be at most # domains": "doivent être # au plus",
  "must be at most # values": "doivent être # au plus",
  "must be at most # fields": "doivent être # au plus",
  "must be at most # providers": "doivent être # au plus",
  "must be at most # scopes": "doivent être # au plus",
  "must be at most # audiences": "doivent être # au plus",
  "must be at most # claims": "doivent être # au plus",
  "must be at most # app links": "doivent être # au plus",
  "must be at most # client ids": "doivent être # au plus",
  "must be a host name without scheme, port or final dot, in lower case":
    "doit être un nom d’hôte en minuscules, sans schéma, port ni point final",
  "must be an origin such as https://app.example.com": "doit être une origine, comme https://app.example.com",
  "must be an absolute http or https URL": "doit être une URL absolue en http ou https",
  "must be a domain such as example.com, in lower-case ASCII":
    "doit être un domaine en minuscules ASCII, comme example.com",
  "must be a color such as #1f5eff": "doit être une couleur, comme #1f5eff",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "doit être une URL https, ou une URL d’un schéma comme com.example.app, sans paramètres",
  "must be an https URL": "doit être une URL en https",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "doit être une URL en https, ou une URL mailto comme mailto:help@example.com",
  "must be a URL without a query": "doit être une URL sans requête",
  "must be a URL with https. Only localhost may use http":
    "doit être une URL en https. Seul localhost peut utiliser http",
  "must be https, as the service is. Only localhost may use http":
    "doit être en https, comme le service. Seul localhost peut utiliser http",
  "is not a valid URL, or part of one": "n’est pas une URL valide, ni une partie valide d’une URL",
  "must be a scope such as email": "doit être un scope, comme email",
  "must be a text without line breaks, as the provider shows it":
    "doit être un texte sans saut de ligne, tel que le fournisseur l’affiche",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "doit être la clé privée d’Apple : tout le fichier .p#, de -----BEGIN PRIVATE KEY----- à -----END PRIVATE KEY-----",
  "is required: what the button says": "est obligatoire : le texte du bouton",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "est obligatoire : l’URL que le fournisseur indique comme issuer, comme https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "est obligatoire : le secret du client, ou null si seules des applications natives se connectent avec le fournisseur",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "est obligatoire : teamId et keyId, qu’Apple affiche à côté de la clé",
  "must have teamId and keyId": "doit avoir teamId et keyId",
  "belongs to providers of the kind apple only": "ne concerne que les fournisseurs de type apple",
  "must have different ids": "doivent avoir des identifiants différents",
  "must have different issuers": "doivent avoir des issuers différents",
  "belongs to another instance": "appartient à une autre instance",
  "belongs to another provider of the instance: change that one":
    "appartient à un autre fournisseur de l’instance : modifiez celui-ci",
  "belongs to another provider of the instance: choose another one":
    "appartient à un autre fournisseur de l’instance : choisissez autre chose",
  "cannot be changed, because identities of users belong to it: add another provider":
    "ne peut pas être modifié, car des identités d’utilisateurs en dépendent : ajoutez un autre fournisseur",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "doit rester : l’instance n’a pas d’autre moyen de connexion. Activez-en d’abord un autre",
  "requires a server key: set SECRET_KEY and restart the service":
    "nécessite une clé de serveur : définissez SECRET_KEY et redémarrez le service",
  "requires an email provider, because a link verifies the address":
    "nécessite un fournisseur d’e-mail, car un lien vérifie l’adresse",
  "requires magic links and an email provider, because a link verifies the address":
    "nécessite les liens de connexion et un fournisseur d’e-mail, car un lien vérifie l’adresse",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "ne peut être désactivé que si l’on peut se connecter par lien, ce qui nécessite un fournisseur d’e-mail, ou avec un fournisseur d’identité",
  "can be at most #: delete one first": "sont limités à # : supprimez-en un d’abord",
  "must be the host of the instance, or a domain that contains it":
    "doit être l’hôte de l’instance, ou un domaine qui le contient",
  "is not an email address": "n’est pas une adresse e-mail",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "doit être une URL https d’une adresse publique, sauf si les réglages du serveur citent son hôte",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "doit être une URL https ou http, avec l’hôte en minuscules, sans utilisateur, mot de passe ni fragment",
  "must be null for all events, or a list of one type or more, each once":
    "doit contenir au moins un type, chacun une seule fois",
  "must have each type once": "doit avoir chaque type une seule fois",
  "must not name a domain twice": "ne doit pas citer deux fois un domaine",
  "must not name a scope twice": "ne doit pas citer deux fois une portée",
  "must not name an app link twice": "ne doit pas citer deux fois un lien d’application",
  "must not name an audience twice": "ne doit pas citer deux fois une audience",
  "must not name a claim twice": "ne doit pas citer deux fois une revendication",
  "must not name a field twice": "ne doit pas citer deux fois un champ",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "doit commencer par une lettre et avoir au plus # lettres, chiffres et tirets bas",
  "must have tags of languages as its names, such as de or pt-BR":
    "doit commencer par des codes de langue, comme de ou pt-BR",
  "must have a value": "doit avoir une valeur",
  "must not have a value twice": "ne doit pas avoir deux fois la même valeur",
  "must not begin or end with a space": "ne doit ni commencer ni finir par une espace",
  "must not have both values to choose from and lengths":
    "ne doit pas avoir à la fois des valeurs à choisir et des longueurs",
  "must have bounds between which there is a value": "doit avoir des limites entre lesquelles existe une valeur",
  "must be a text: this is the name of the user": "doit être un texte : c’est le nom de l’utilisateur",
  "must be a language tag such as de or pt-BR": "doit être un code de langue, comme de ou pt-BR",
  "is defined in the code of the app: change it there, and start the app again":
    "est défini dans le code de l’application : modifiez-le là et redémarrez l’application",
  "is disabled: enable the operator first": "est désactivé : réactivez d’abord l’opérateur",
  "gets no invitation, because no email provider is configured":
    "ne reçoit pas d’invitation, car aucun fournisseur d’e-mail n’est configuré",
  "gets no test email, because no email provider is configured":
    "ne reçoit pas d’e-mail de test, car aucun fournisseur d’e-mail n’est configuré"
}
