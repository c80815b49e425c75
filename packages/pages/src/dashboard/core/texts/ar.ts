/** The texts that the pages of the dashboard share, in Arabic. */
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "لوحة تحكم Latchkey",
  skip: "انتقل إلى المحتوى الرئيسي",
  menu: "القائمة",
  navigation: "لوحة التحكم",
  chooseInstance: "اختر مثيلًا",
  switchInstance: "تبديل المثيل",
  allInstances: "جميع المثيلات",
  tabs: {
    Overview: "نظرة عامة",
    Users: "المستخدمون",
    Invitations: "الدعوات",
    Emails: "الرسائل",
    "Sign-in providers": "موفرو تسجيل الدخول",
    Webhooks: "خطافات الويب",
    Settings: "الإعدادات"
  },
  service: "الخدمة",
  sections: {
    Instances: "المثيلات",
    Administrators: "المسؤولون",
    "API keys": "مفاتيح API",
    Access: "الوصول",
    "Audit log": "سجل التدقيق",
    "Your account": "حسابك",
    Language: "اللغة"
  },
  adminKey: "مفتاح المسؤول",
  roles: {
    viewer: "مشاهدة",
    support: "دعم",
    admin: "صلاحيات كاملة"
  },
  roleChoices: {
    viewer: "مشاهدة: يطّلع على كل شيء",
    support: "دعم: يساعد المستخدمين أيضًا",
    admin: "صلاحيات كاملة: يستطيع فعل كل شيء"
  },
  role: "الدور",
  name: "الاسم",
  nameHint: "يظهر في سجل التدقيق.",
  email: "عنوان البريد الإلكتروني",
  save: "حفظ",
  saved: "تم الحفظ.",
  cancel: "إلغاء",
  delete: "حذف",
  deleteDots: "حذف…",
  remove: "إزالة",
  enable: "تفعيل",
  enableDots: "تفعيل…",
  disable: "تعطيل",
  disableDots: "تعطيل…",
  details: "التفاصيل",
  yes: "نعم",
  none: "لا يوجد",
  never: "أبدًا",
  off: "معطّل",
  on: "مفعّل",
  back: (name) => `العودة إلى \u2068${name}\u2069`,
  copy: "نسخ",
  copied: "تم النسخ",
  sentence: (text) => `\u2068${text}\u2069.`,
  table: {
    apply: "تصفية",
    search: "بحث",
    clear: "مسح",
    csv: "تصدير CSV",
    csvHint: (rows) => `حتى \u2068${rows}\u2069 صف.`,
    previous: "السابق",
    next: "التالي",
    pagesOf: (caption) => `الصفحات: \u2068${caption}\u2069`,
    onPage: (count) => `${format.plural(count, { other: "#" })} في هذه الصفحة`,
    moreThan: (rows) => `أكثر من \u2068${rows}\u2069`,
    filters: "عوامل التصفية"
  },
  device: (device) => `على \u2068${device}\u2069`,
  actors: {
    admin_api: "عبر واجهة API للمسؤول",
    dashboard: "من لوحة التحكم",
    command_line: "من سطر الأوامر",
    program: "من التطبيق الذي يتضمن Latchkey",
    user: "من المستخدم"
  },
  problem: "حدثت مشكلة",
  notFound: "الصفحة غير موجودة",
  logSaysMore: "تجد المزيد في سجل الخدمة.",
  toDashboard: "انتقل إلى لوحة التحكم",
  notSaved: (problem) => `لم يتم الحفظ. \u2068${problem}\u2069`,
  fieldError: (label, reason) => `\u2068${label}\u2069: \u2068${reason}\u2069.`,
  lineError: (line, reason) => `السطر \u2068${line}\u2069: \u2068${reason}\u2069.`,
  problems: {
    permission_denied: "دورك لا يسمح بذلك. اسأل أحد المسؤولين.",
    operator_already_exists: "يوجد مسؤول بهذا البريد الإلكتروني بالفعل.",
    last_admin_required: "يجب أن يوجد مسؤول آخر بصلاحيات كاملة سبق له تسجيل الدخول.",
    external_id_already_exists: "مستخدم آخر لديه هذا المعرّف الخارجي.",
    plan_does_not_allow: "لا تشمل خطة Free إلا سياسة كلمات المرور الافتراضية.",
    default_instance_required: "لا يمكن حذف المثيل الافتراضي.",
    passkey_rp_id_in_use: "لدى المستخدمين مفاتيح مرور للنطاق الحالي، ولن يتمكنوا من تسجيل الدخول بها.",
    method_not_allowed: "تعذّرت معالجة الطلب. أعد تحميل الصفحة وحاول مرة أخرى.",
    email_report_rejected: "تعذّرت معالجة الطلب."
  },
  language: {
    intro: "لهذا المتصفح. ما دمت لم تختر لغة، تعرض لوحة التحكم اللغة التي يفضّلها متصفحك."
  },
  timesIn: (zone) => `الأوقات بتوقيت \u2068${zone}\u2069`
}
