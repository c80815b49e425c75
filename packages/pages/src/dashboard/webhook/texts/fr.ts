/** The texts of the pages about webhooks, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Webhooks",
  webhook: "Webhook",
  intro: "Pour chaque événement d’un utilisateur, Latchkey envoie un message signé à une URL de votre application.",
  state: "État",
  added: "Ajouté",
  allEvents: "tous",
  on: "Activé",
  off: "Désactivé",
  failing: "En échec",
  unavailable: "Ce service n’envoie aucun message aux webhooks : aucun adaptateur n’est configuré.",
  noKey:
    "Aucune clé de serveur n’est configurée : un secret ne peut pas être enregistré. Définissez SECRET_KEY et redémarrez le service.",
  full: (count) =>
    `Une instance peut avoir ${format.plural(count, { one: "# webhook", other: "# webhooks" })}. Pour en ajouter un autre, supprimez-en un.`,
  count: (count) => `${format.plural(count, { one: "# webhook", other: "# webhooks" })}`,
  empty: {
    title: "Aucun webhook",
    text: "Ajoutez-en un, et votre application apprendra en quelques secondes qu’un utilisateur est créé, modifié ou supprimé."
  },
  add: "Ajouter un webhook",
  addIntro: "Il reçoit tous les événements à partir de maintenant.",
  addButton: "Ajouter le webhook",
  fields: {
    url: { label: "URL", hint: "Les messages y sont envoyés avec POST." },
    types: {
      label: "Événements",
      hint: "Si vous n’en choisissez aucun, il les reçoit tous, y compris ceux des versions à venir."
    }
  },
  secretTitle: "Secret du webhook",
  secretShown:
    "Avec ce secret, votre application vérifie que les messages viennent de Latchkey. Copiez-le maintenant : il ne sera plus affiché.",
  toWebhook: "Aller au webhook",
  notices: {
    saved: "Enregistré.",
    enabled: "Le webhook est activé. Les messages en attente sont envoyés maintenant.",
    disabled: "Le webhook est désactivé. Les événements attendent que vous le réactiviez.",
    deleted: "Le webhook est supprimé.",
    resent: "L’événement est renvoyé.",
    resentAll: "Tous les événements en échec sont renvoyés."
  },
  offSince: {
    operator: (time) => html`Désactivé depuis le ${time}. Les événements attendent que vous le réactiviez.`,
    gone: (time) =>
      html`Désactivé depuis le ${time} : l’URL a répondu 410, elle n’existe donc plus. Les événements attendent que vous le réactiviez.`,
    failing: (time) =>
      html`Désactivé depuis le ${time} : rien n’avait abouti pendant cinq jours. Les événements attendent que vous le réactiviez.`
  },
  failsSince: (time) =>
    html`Rien n’a abouti depuis le ${time}. Latchkey réessaie, et désactive le webhook au bout de cinq jours.`,
  previousSecret: "Le secret précédent est valable jusqu’au",
  test: "Envoyer un test",
  testSucceeded: (status, milliseconds) => `Le test a réussi : la réponse était ${status}, après ${milliseconds} ms.`,
  testRefused: (status) => `Le test a échoué : la réponse était ${status}. Seuls les codes 200 à 299 sont un succès.`,
  testFailed: (reason) => `Le test a échoué : ${reason}.`,
  status: (status) => `réponse ${status}`,
  reasons: {
    busy: "dix requêtes vers le webhook sont déjà en cours",
    url: "rien ne peut être envoyé à cette URL",
    address: "l’hôte n’a pas d’adresse publique",
    network: "pas de connexion, pas de certificat valide ou pas de réponse",
    timeout: "la réponse a pris trop de temps",
    secret: "la clé du secret n’est pas configurée",
    expired: "l’événement n’est plus enregistré"
  },
  turnOn: "Activer",
  turnOff: "Désactiver",
  replaceDots: "Remplacer le secret…",
  replaceTitle: "Remplacer le secret ?",
  replaceText:
    "Vous obtenez un nouveau secret. Pendant un temps, les messages sont signés avec les deux, pour que votre application puisse changer sans en manquer un.",
  overlap: { label: "Le secret précédent reste valable pendant", hint: "S’il a été volé, révoquez-le maintenant." },
  noOverlap: "le révoquer maintenant",
  replaceButton: "Remplacer le secret",
  deleteTitle: "Supprimer le webhook ?",
  deleteText:
    "Il ne reçoit plus de messages, et ce qui attend n’est pas envoyé. Pour le mettre en pause, désactivez-le plutôt.",
  messages: "Messages",
  event: "Événement",
  user: "Utilisateur",
  details: "Détails",
  time: "Date",
  all: "Tous les messages",
  states: { pending: "En attente", delivered: "Remis", failed: "En échec" },
  sendAgain: "Renvoyer",
  sendAllAgain: "Renvoyer tous les messages en échec",
  messageCount: (count) => `${format.plural(count, { one: "# message", other: "# messages" })}`,
  kept: "Les messages sont affichés tant que leurs événements sont conservés.",
  noMessages: {
    title: "Aucun message",
    text: "Ils apparaissent ici dès que quelque chose arrive à un utilisateur."
  },
  noMatches: { title: "Aucun message correspondant", text: "Choisissez un autre état." }
}
