/** The texts of the audit log and of the chart of sign-ins, in Arabic. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro: "ما غيّره المسؤولون والمستخدمون الذين اطّلعوا عليهم، وما غيّره المستخدمون في طريقة تسجيل دخولهم.",
  columns: {
    what: "الإجراء",
    who: "من",
    about: "بشأن",
    details: "التفاصيل",
    at: "متى"
  },
  filters: {
    action: "الإجراء",
    actor: "من",
    user: "معرّف المستخدم",
    instance: "المثيل",
    from: "من تاريخ",
    until: "إلى تاريخ"
  },
  allActions: "الكل",
  allActors: "الجميع",
  actors: {
    dashboard: "لوحة التحكم",
    admin_api: "واجهة API للمسؤول",
    command_line: "سطر الأوامر",
    program: "تطبيق يتضمن Latchkey",
    user: "المستخدمون أنفسهم"
  },
  from: (ipAddress) => `من \u2068${ipAddress}\u2069`,
  was: "كان",
  arrow: "←",
  rows: (count) =>
    `${format.plural(count, { one: "سجل واحد", two: "سجلان", few: "# سجلات", many: "# سجلًا", other: "# سجل" })}`,
  kept: "يُحتفظ به 400 يوم.",
  deletedUser: "مستخدم محذوف",
  empty: {
    title: "لا توجد سجلات بعد",
    text: "يُسجّل هنا كل تغيير يجريه مسؤول."
  },
  noMatches: {
    title: "لا توجد سجلات مطابقة",
    text: "اختر فترة أطول أو عوامل تصفية أقل."
  },
  chart: {
    since: (time, counts) => html`منذ <bdi>${time}</bdi>: <bdi>${counts}</bdi>.`,
    asTable: "عرض كجدول",
    tableOf: {
      hour: "عمليات تسجيل الدخول بالساعة",
      day: "عمليات تسجيل الدخول باليوم"
    },
    first: {
      hour: "الساعة (UTC)",
      day: "اليوم (UTC)",
      localHour: "الساعة"
    },
    outcomes: {
      "signed in": "ناجحة",
      rejected: "مرفوضة",
      "rate limited": "مقيّدة",
      failed: "فاشلة"
    },
    meanings: {
      "signed in": "بأي طريقة، أو بحساب جديد",
      rejected: "كلمة مرور خاطئة، أو رابط أو رمز غير صالح، أو بريد مستخدم بالفعل، أو كلمة مرور ضعيفة، أو طريقة معطّلة",
      "rate limited": "محاولات كثيرة",
      failed: "انقطاع، أو حمل زائد، أو انقطاع اتصال العميل"
    },
    count: (count, outcome) => `${format.plural(count, { other: "#" })} \u2068${outcome}\u2069`
  },
  actions: {
    instance_created: "إنشاء مثيل",
    instance_updated: "تغيير الإعدادات",
    instance_deleted: "حذف مثيل",
    identity_added: "ربط حساب لدى موفر تسجيل دخول بمستخدم",
    identity_removed: "إلغاء ربط حساب لدى موفر تسجيل دخول بمستخدم",
    email_suppression_lifted: "العنوان يتلقى الرسائل من جديد",
    passkey_added: "إضافة مفتاح مرور لمستخدم",
    passkey_removed: "إزالة مفتاح مرور لمستخدم",
    passkeys_deleted: "حذف مفاتيح مرور مضيف سابق",
    second_factor_added: "إضافة العامل الثاني لمستخدم",
    second_factor_removed: "إزالة العامل الثاني لمستخدم",
    recovery_codes_renewed: "تجديد رموز الاسترداد لمستخدم",
    recovery_codes_removed: "إزالة رموز الاسترداد لمستخدم",
    factor_recovery_requested: "طلب مستخدم استرداد عوامل مفقودة",
    factor_recovery_completed: "أزال مستخدم عوامل مفقودة",
    factor_recovery_cancelled: "ألغى مستخدم استرداد عوامل مفقودة",
    invitation_created: "دعوة مستخدم",
    invitation_withdrawn: "سحب دعوة",
    email_changed: "تغيير عنوان البريد الإلكتروني",
    email_restored: "استعادة عنوان البريد السابق",
    user_deleted: "حذف مستخدم",
    user_deletion_scheduled: "جدولة حذف مستخدم",
    user_deletion_cancelled: "إلغاء حذف مستخدم",
    user_viewed: "الاطلاع على مستخدم",
    user_created: "إنشاء مستخدم",
    user_updated: "تغيير مستخدم",
    users_imported: "استيراد مستخدمين",
    users_exported: "تصدير المستخدمين",
    user_disabled: "تعطيل مستخدم",
    user_enabled: "تفعيل مستخدم",
    sign_in_link_created: "إنشاء رابط تسجيل دخول",
    sign_in_link_sent: "إرسال رابط تسجيل دخول",
    failed_sign_ins_reset: "تصفير محاولات الدخول الفاشلة لمستخدم",
    second_factor_reset: "إعادة تعيين العامل الثاني لمستخدم",
    passkeys_reset: "إزالة جميع مفاتيح مرور مستخدم",
    session_revoked: "تسجيل خروج مستخدم من جهاز واحد",
    sessions_revoked: "تسجيل الخروج من جميع الأجهزة",
    operator_invited: "إنشاء دعوة إلى لوحة التحكم",
    operator_invitation_withdrawn: "سحب دعوة إلى لوحة التحكم",
    custom_email_saved: "تغيير نص رسالة",
    custom_email_deleted: "إعادة نص رسالة إلى الافتراضي",
    test_email_sent: "إرسال رسالة تجريبية",
    identity_provider_created: "إضافة موفر تسجيل دخول",
    identity_provider_updated: "تغيير موفر تسجيل دخول",
    identity_provider_deleted: "حذف موفر تسجيل دخول",
    dashboard_opened: "تسجيل دخول مسؤول",
    dashboard_closed: "تسجيل خروج مسؤول",
    dashboard_session_revoked: "تسجيل خروج مسؤول من جهاز واحد",
    dashboard_sessions_revoked: "تسجيل الخروج من جلسات المسؤولين",
    operator_created: "إضافة مسؤول",
    operator_updated: "تغيير مسؤول",
    operator_disabled: "تعطيل مسؤول",
    operator_enabled: "تفعيل مسؤول",
    operator_removed: "حذف مسؤول",
    operator_link_shown: "عرض رابط دعوة إلى لوحة التحكم",
    operator_passkey_added: "إضافة مفتاح مرور لمسؤول",
    operator_passkey_removed: "إزالة مفتاح مرور لمسؤول",
    operator_passkeys_removed: "إزالة جميع مفاتيح مرور مسؤول",
    api_key_created: "إنشاء مفتاح API",
    api_key_revoked: "إلغاء مفتاح API",
    previous_admin_key_used: "استخدام ADMIN_API_KEY_PREVIOUS",
    webhook_created: "إضافة خطاف ويب",
    webhook_updated: "تغيير خطاف ويب",
    webhook_deleted: "حذف خطاف ويب",
    webhook_secret_rotated: "استبدال سر خطاف ويب",
    webhook_events_resent: "إعادة إرسال أحداث إلى خطاف ويب",
    webhook_tested: "إرسال اختبار إلى خطاف ويب"
  },
  events: {
    user_viewed: "اطلاع",
    user_created: "إنشاء الحساب",
    user_updated: "تغيير الحساب",
    user_disabled: "تعطيل الحساب",
    user_enabled: "تفعيل الحساب من جديد",
    failed_sign_ins_reset: "تصفير محاولات الدخول الفاشلة",
    second_factor_added: "إضافة تطبيق المصادقة",
    second_factor_removed: "إزالة تطبيق المصادقة",
    second_factor_reset: "إعادة تعيين العامل الثاني",
    recovery_codes_renewed: "تجديد رموز الاسترداد",
    recovery_codes_removed: "إزالة رموز الاسترداد",
    passkey_added: "إضافة مفتاح مرور",
    passkey_removed: "إزالة مفتاح مرور",
    passkeys_reset: "إزالة جميع مفاتيح المرور",
    session_revoked: "تسجيل الخروج من جهاز واحد",
    sessions_revoked: "تسجيل الخروج من جميع الأجهزة",
    identity_added: "ربط حساب لدى موفر تسجيل دخول",
    identity_removed: "إلغاء ربط حساب لدى موفر تسجيل دخول",
    user_deletion_scheduled: "طلب الحذف",
    user_deletion_cancelled: "إلغاء الحذف",
    factor_recovery_requested: "طلب استرداد العوامل المفقودة",
    factor_recovery_completed: "إزالة العوامل المفقودة",
    factor_recovery_cancelled: "إلغاء استرداد العوامل المفقودة"
  },
  allInstances: "جميع المثيلات"
}
