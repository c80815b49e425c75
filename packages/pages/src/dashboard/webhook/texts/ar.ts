/** The texts of the pages about webhooks, in Arabic. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

const webhooks = (count: number) =>
  format.plural(count, {
    one: "خطاف ويب واحد",
    two: "خطافا ويب",
    few: "# خطافات ويب",
    many: "# خطاف ويب",
    other: "# خطاف ويب"
  })

export const texts: typeof english = {
  title: "خطافات الويب",
  webhook: "خطاف الويب",
  intro: "يرسل Latchkey رسالة موقّعة إلى عنوان URL في تطبيقك عند كل حدث يخص مستخدمًا.",
  state: "الحالة",
  added: "أُضيف",
  allEvents: "الكل",
  on: "مفعّل",
  off: "معطّل",
  failing: "يفشل",
  unavailable: "لا ترسل هذه الخدمة رسائل إلى خطافات الويب: لم يُضبط أي محوّل.",
  noKey: "لم يُضبط مفتاح للخادم، لذا لا يمكن تخزين سر. اضبط SECRET_KEY وأعد تشغيل الخدمة.",
  full: (count) => `الحد الأقصى للنسخة: ${webhooks(count)}. لإضافة آخر احذف واحدًا.`,
  count: (count) => `${webhooks(count)}`,
  empty: {
    title: "لا توجد خطافات ويب بعد",
    text: "أضف واحدًا ليعرف تطبيقك خلال ثوانٍ بالمستخدمين الجدد والمعدّلين والمحذوفين."
  },
  add: "إضافة خطاف ويب",
  addIntro: "يستلم كل الأحداث من الآن فصاعدًا.",
  addButton: "إضافة خطاف الويب",
  fields: {
    url: { label: "عنوان URL", hint: "تُرسل الرسائل إليه بطريقة POST." },
    types: { label: "الأحداث", hint: "إن لم تختر شيئًا يستلمها كلها، حتى أحداث الإصدارات اللاحقة." }
  },
  secretTitle: "سر خطاف الويب",
  secretShown: "بهذا السر يتحقق تطبيقك من أن الرسائل من Latchkey. انسخه الآن: لن يظهر مرة أخرى.",
  toWebhook: "الذهاب إلى خطاف الويب",
  notices: {
    saved: "تم الحفظ.",
    enabled: "فُعّل خطاف الويب. تُرسل الرسائل المنتظرة الآن.",
    disabled: "عُطّل خطاف الويب. تنتظر الأحداث حتى تفعّله من جديد.",
    deleted: "حُذف خطاف الويب.",
    resent: "يُرسل الحدث من جديد.",
    resentAll: "تُرسل كل الأحداث الفاشلة من جديد."
  },
  offSince: {
    operator: (time) => html`معطّل منذ <bdi>${time}</bdi>. تنتظر الأحداث حتى تفعّله من جديد.`,
    gone: (time) =>
      html`معطّل منذ <bdi>${time}</bdi>: كان رد العنوان 410، أي أنه لم يعد موجودًا. تنتظر الأحداث حتى تفعّله من جديد.`,
    failing: (time) => html`معطّل منذ <bdi>${time}</bdi>: لم ينجح شيء طوال خمسة أيام. تنتظر الأحداث حتى تفعّله من جديد.`
  },
  failsSince: (time) =>
    html`لم ينجح شيء منذ <bdi>${time}</bdi>. يعيد Latchkey المحاولة، ويعطّل خطاف الويب بعد خمسة أيام.`,
  previousSecret: "السر السابق صالح حتى",
  test: "إرسال اختبار",
  testSucceeded: (status, milliseconds) =>
    `نجح الاختبار: كان الرد \u2068${status}\u2069 بعد \u2068${milliseconds}\u2069 مللي ثانية.`,
  testRefused: (status) => `فشل الاختبار: كان الرد \u2068${status}\u2069. النجاح من 200 إلى 299 فقط.`,
  testFailed: (reason) => `فشل الاختبار: \u2068${reason}\u2069.`,
  status: (status) => `الرد \u2068${status}\u2069`,
  reasons: {
    busy: "هناك عشرة طلبات جارية إلى خطاف الويب",
    url: "لا يمكن إرسال شيء إلى هذا العنوان",
    address: "ليس للمضيف عنوان عام",
    network: "لا يوجد اتصال أو شهادة صالحة أو رد",
    timeout: "استغرق الرد وقتًا طويلًا",
    secret: "لم يُضبط مفتاح السر",
    expired: "لم يعد الحدث مخزّنًا"
  },
  turnOn: "تفعيل",
  turnOff: "تعطيل",
  replaceDots: "استبدال السر…",
  replaceTitle: "هل تريد استبدال السر؟",
  replaceText: "تحصل على سر جديد. تُوقّع الرسائل بالسرين معًا لبعض الوقت، ليتحوّل تطبيقك دون أن تفوته رسالة.",
  overlap: { label: "مدة بقاء السر السابق صالحًا", hint: "إن سُرق فألغِه الآن." },
  noOverlap: "إلغاؤه الآن",
  replaceButton: "استبدال السر",
  deleteTitle: "هل تريد حذف خطاف الويب؟",
  deleteText: "لن يستلم رسائل أخرى، ولن يُرسل ما ينتظر. لإيقافه مؤقتًا عطّله بدلًا من ذلك.",
  messages: "الرسائل",
  event: "الحدث",
  user: "المستخدم",
  details: "التفاصيل",
  time: "الوقت",
  all: "كل الرسائل",
  states: { pending: "تنتظر", delivered: "سُلّمت", failed: "فشلت" },
  sendAgain: "إرسال من جديد",
  sendAllAgain: "إرسال كل الرسائل الفاشلة من جديد",
  messageCount: (count) =>
    `${format.plural(count, { one: "رسالة واحدة", two: "رسالتان", few: "# رسائل", many: "# رسالة", other: "# رسالة" })}`,
  kept: "تظهر الرسائل هنا ما دامت أحداثها محفوظة.",
  noMessages: { title: "لا توجد رسائل بعد", text: "تظهر هنا فور حدوث شيء لمستخدم." },
  noMatches: { title: "لا توجد رسائل مطابقة", text: "اختر حالة أخرى." }
}
