/** The texts of the pages about webhooks, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Webhooks",
  webhook: "Webhook",
  intro: "Por cada evento de un usuario, Latchkey envía un mensaje firmado a una URL de tu aplicación.",
  state: "Estado",
  added: "Añadido",
  allEvents: "todos",
  on: "Activado",
  off: "Desactivado",
  failing: "Con fallos",
  unavailable: "Este servicio no envía mensajes a webhooks: no hay adaptador configurado.",
  noKey:
    "No hay clave del servidor configurada, así que no se puede guardar un secreto. Define SECRET_KEY y reinicia el servicio.",
  full: (count) =>
    `Una instancia puede tener ${format.plural(count, { one: "# webhook", other: "# webhooks" })}. Para añadir otro, elimina uno.`,
  count: (count) => `${format.plural(count, { one: "# webhook", other: "# webhooks" })}`,
  empty: {
    title: "Aún no hay webhooks",
    text: "Añade uno y tu aplicación se enterará en segundos de los usuarios nuevos, modificados y eliminados."
  },
  add: "Añadir un webhook",
  addIntro: "Recibe todos los eventos a partir de ahora.",
  addButton: "Añadir webhook",
  fields: {
    url: { label: "URL", hint: "Los mensajes se envían ahí con POST." },
    types: { label: "Eventos", hint: "Si no eliges ninguno, recibe todos, también los de versiones futuras." }
  },
  secretTitle: "Secreto del webhook",
  secretShown:
    "Con este secreto tu aplicación comprueba que los mensajes vienen de Latchkey. Cópialo ahora: no se vuelve a mostrar.",
  toWebhook: "Ir al webhook",
  notices: {
    saved: "Guardado.",
    enabled: "El webhook está activado. Los mensajes en espera se envían ahora.",
    disabled: "El webhook está desactivado. Los eventos esperan a que lo vuelvas a activar.",
    deleted: "El webhook se ha eliminado.",
    resent: "El evento se envía de nuevo.",
    resentAll: "Todos los eventos fallidos se envían de nuevo."
  },
  offSince: {
    operator: (time) => html`Desactivado desde el ${time}. Los eventos esperan a que lo vuelvas a activar.`,
    gone: (time) =>
      html`Desactivado desde el ${time}: la URL respondió 410, es decir, ya no existe. Los eventos esperan a que lo vuelvas a activar.`,
    failing: (time) =>
      html`Desactivado desde el ${time}: nada tuvo éxito durante cinco días. Los eventos esperan a que lo vuelvas a activar.`
  },
  failsSince: (time) =>
    html`Nada ha tenido éxito desde el ${time}. Latchkey lo sigue intentando, y desactiva el webhook después de cinco días.`,
  previousSecret: "El secreto anterior es válido hasta",
  test: "Enviar una prueba",
  testSucceeded: (status, milliseconds) =>
    `La prueba ha tenido éxito: la respuesta fue ${status}, después de ${milliseconds} ms.`,
  testRefused: (status) => `La prueba ha fallado: la respuesta fue ${status}. Solo de 200 a 299 es un éxito.`,
  testFailed: (reason) => `La prueba ha fallado: ${reason}.`,
  status: (status) => `respuesta ${status}`,
  reasons: {
    busy: "ya hay diez peticiones al webhook en curso",
    url: "no se puede enviar nada a esa URL",
    address: "el host no tiene una dirección pública",
    network: "no hay conexión, certificado válido o respuesta",
    timeout: "la respuesta tardó demasiado",
    secret: "la clave del secreto no está configurada",
    expired: "el evento ya no está guardado"
  },
  turnOn: "Activar",
  turnOff: "Desactivar",
  replaceDots: "Sustituir el secreto…",
  replaceTitle: "¿Sustituir el secreto?",
  replaceText:
    "Recibes un secreto nuevo. Durante un tiempo los mensajes se firman con los dos, para que tu aplicación pueda cambiar sin perder ninguno.",
  overlap: { label: "El secreto anterior sigue siendo válido durante", hint: "Si lo han robado, revócalo ahora." },
  noOverlap: "revocarlo ahora",
  replaceButton: "Sustituir secreto",
  deleteTitle: "¿Eliminar el webhook?",
  deleteText: "No recibe más mensajes, y lo que espera no se envía. Para pausarlo, desactívalo.",
  messages: "Mensajes",
  event: "Evento",
  user: "Usuario",
  details: "Detalles",
  time: "Fecha",
  all: "Todos los mensajes",
  states: { pending: "En espera", delivered: "Entregado", failed: "Fallido" },
  sendAgain: "Enviar de nuevo",
  sendAllAgain: "Enviar de nuevo todos los mensajes fallidos",
  messageCount: (count) => `${format.plural(count, { one: "# mensaje", other: "# mensajes" })}`,
  kept: "Los mensajes aparecen aquí mientras se conservan sus eventos.",
  noMessages: { title: "Aún no hay mensajes", text: "Aparecen aquí en cuanto le ocurre algo a un usuario." },
  noMatches: { title: "No hay mensajes que coincidan", text: "Elige otro estado." }
}
