/** The texts that several emails share, in every language. */
import type * as DateTime from "effect/DateTime"
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Device, Lifetime } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/**
 * - `space`: what separates two sentences.
 * - `time`: a time with its time zone: the one of the reader is unknown.
 * - `deviceWithoutBrowser`: a program that was signed in with a code.
 * - `validity`: how often and for how long a link works.
 * - `copyLink`: introduces the link below the button.
 */
export interface SharedEmailTexts {
  readonly space: string
  readonly time: (at: DateTime.Utc) => string
  readonly device: (device: Device) => string
  readonly unknownDevice: string
  readonly deviceWithoutBrowser: string
  readonly validity: (lifetime: Lifetime) => string
  readonly copyLink: string
}

export const emails = inEach<SharedEmailTexts>(
  {
    space: " ",
    time: en.timeInEmails,
    device: ({ browser, system }) => (system === undefined ? browser : `${browser} on ${system}`),
    unknownDevice: "Unknown device",
    deviceWithoutBrowser: "Command line or TV",
    validity: (lifetime) => `It works once and expires in ${en.duration(lifetime)}.`,
    copyLink: "Or copy this address into your browser:"
  },
  {
    de: {
      space: " ",
      time: de.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `${browser} unter ${system}`),
      unknownDevice: "Unbekanntes Gerät",
      deviceWithoutBrowser: "Kommandozeile oder Fernseher",
      validity: (lifetime) => `Der Link funktioniert nur einmal und läuft in ${de.duration(lifetime)} ab.`,
      copyLink: "Oder kopieren Sie diese Adresse in Ihren Browser:"
    },
    fr: {
      space: " ",
      time: fr.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `${browser} sous ${system}`),
      unknownDevice: "Appareil inconnu",
      deviceWithoutBrowser: "Ligne de commande ou téléviseur",
      validity: (lifetime) => `Le lien ne fonctionne qu’une fois et expire dans ${fr.duration(lifetime)}.`,
      copyLink: "Ou copiez cette adresse dans votre navigateur :"
    },
    es: {
      space: " ",
      time: es.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `${browser} en ${system}`),
      unknownDevice: "Dispositivo desconocido",
      deviceWithoutBrowser: "Línea de comandos o televisor",
      validity: (lifetime) => `El enlace solo funciona una vez y caduca en ${es.duration(lifetime)}.`,
      copyLink: "O copia esta dirección en tu navegador:"
    },
    "pt-BR": {
      space: " ",
      time: ptBr.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `${browser} no ${system}`),
      unknownDevice: "Dispositivo desconhecido",
      deviceWithoutBrowser: "Linha de comando ou TV",
      validity: (lifetime) => `O link funciona uma única vez e expira em ${ptBr.duration(lifetime)}.`,
      copyLink: "Ou copie e cole este endereço no navegador:"
    },
    ja: {
      space: "",
      time: ja.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `${browser}（${system}）`),
      unknownDevice: "不明なデバイス",
      deviceWithoutBrowser: "コマンドラインまたはテレビ",
      validity: (lifetime) => `リンクは1回だけ使用でき、${ja.duration(lifetime)}後に無効になります。`,
      copyLink: "または、次のアドレスをコピーしてブラウザーに貼り付けてください。"
    },
    ar: {
      space: " ",
      time: ar.format.time,
      device: ({ browser, system }) => (system === undefined ? browser : `\u200f${browser} على ${system}`),
      unknownDevice: "جهاز غير معروف",
      deviceWithoutBrowser: "سطر أوامر أو تلفاز",
      validity: (lifetime) => `يعمل الرابط مرة واحدة، وتنتهي صلاحيته خلال ${ar.duration(lifetime)}.`,
      copyLink: "أو انسخ هذا العنوان إلى متصفحك:"
    }
  }
)
