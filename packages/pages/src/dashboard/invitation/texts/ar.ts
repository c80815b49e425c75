/** The texts of the page about invitations, in Arabic. */
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "دعوة شخص",
  inviteIntro: "يتلقى رسالة فيها رابط ينشئ حسابه. يعمل الرابط مرة واحدة.",
  hint: "دعوة عنوان مرة أخرى ترسل رسالة جديدة وتمنحه سبعة أيام أخرى.",
  send: "إرسال الدعوة",
  open: "الدعوات المفتوحة",
  columns: {
    invited: "وقت الدعوة",
    by: "الطريقة",
    expires: "تنتهي",
    action: "الإجراء"
  },
  withdraw: "سحب",
  withdrawOf: (email) => `دعوة \u2068${email}\u2069`,
  rows: (count) =>
    `${format.plural(count, { one: "دعوة واحدة", two: "دعوتان", few: "# دعوات", many: "# دعوة", other: "# دعوة" })}`,
  empty: {
    title: "لا توجد دعوات مفتوحة",
    text: "تبقى الدعوة مفتوحة سبعة أيام حتى تُقبل أو تُسحب."
  },
  taken: "لهذا العنوان حساب بالفعل.",
  withoutEmail:
    "لم يُضبط أي موفر للبريد الإلكتروني، لذا لا يمكنك دعوة أحد. اضبط EMAIL_FROM و EMAIL_SMTP_URL، أو EMAIL_FROM و EMAIL_PROVIDER_API_KEY، ثم أعد تشغيل الخدمة.",
  closedError: "إنشاء الحسابات مغلق. لدعوة الأشخاص، غيّر ذلك في الإعدادات.",
  closed: "إنشاء الحسابات مغلق، لذا لا يمكنك دعوة أحد، والدعوات المفتوحة لا تعمل.",
  change: "تغيير إعدادات إنشاء الحساب",
  notices: {
    invited: "الدعوة في الطريق.",
    withdrawn: "سُحبت الدعوة."
  }
}
