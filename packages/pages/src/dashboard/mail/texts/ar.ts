/** The texts of the pages about emails, in Arabic. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "لم يُضبط أي موفر للبريد الإلكتروني، لذا لا يمكن إرسال الرسائل. اضبط EMAIL_FROM و EMAIL_SMTP_URL، أو EMAIL_FROM و EMAIL_PROVIDER_API_KEY، ثم أعد تشغيل الخدمة.",
    changeTexts: "تغيير نصوص الرسائل",
    kept: "تبقى الرسائل هنا 7 أيام بعد انتهائها.",
    search: "عنوان البريد الإلكتروني",
    status: "الحالة",
    all: "جميع الرسائل",
    statuses: {
      queued: "في الانتظار",
      sent: "مُرسلة",
      unsent: "لم تُرسل",
      reported: "مرتدة أو عليها شكوى"
    },
    columns: {
      to: "إلى",
      about: "بشأن",
      status: "الحالة",
      details: "التفاصيل",
      requested: "وقت الطلب"
    },
    states: {
      queued: "في الانتظار",
      sent: "مُرسلة",
      failed: "فاشلة",
      discarded: "مستبعدة"
    },
    reports: {
      bounce: "مرتدة",
      complaint: "شكوى"
    },
    attempt: (count) => `المحاولة ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time) => html`المحاولة التالية <bdi>${time}</bdi>`,
    rows: (count) =>
      `${format.plural(count, { one: "رسالة واحدة", two: "رسالتان", few: "# رسائل", many: "# رسالة", other: "# رسالة" })}`,
    empty: {
      title: "لا توجد رسائل بعد",
      text: "تظهر هنا روابط تسجيل الدخول والدعوات والإشعارات بمجرد طلبها."
    },
    noMatches: {
      title: "لا توجد رسائل مطابقة",
      text: "أدخل عنوان بريد كاملًا أو اختر حالة أخرى."
    }
  },
  reasons: {
    rejected: "رفضها الموفر",
    unavailable: "كان الموفر غير متاح",
    timeout: "لم يستجب الموفر في الوقت المناسب",
    rate_limited: "أُرسلت رسائل كثيرة",
    expired: "لم يمكن إرسالها في الوقت المناسب",
    disabled: "أُوقفت الرسائل من هذا النوع",
    withdrawn: "سُحب ما كانت بشأنه",
    no_account: "لا حساب للعنوان، أو حسابه معطّل",
    suppressed: "العنوان موقوف",
    reputation: "رسائل مرتدة كثيرة أو شكاوى كثيرة",
    email_taken: "حساب آخر لديه العنوان أو يمكنه استعادته",
    shutdown: "كانت الخدمة قيد الإيقاف",
    unsupported: "هذا الإصدار لا يعرف هذا النوع من الرسائل"
  },
  suppressed: {
    title: "العناوين الموقوفة",
    intro:
      "لا تتلقى هذه العناوين أي رسائل: ارتدّت رسالة إليها نهائيًا، أو صنّف صاحبها رسالة كغير مرغوبة. أعد الإرسال فقط إن كنت تعلم أن العنوان يعمل. إن كان Amazon SES يوقفه أيضًا فأزله هناك أولًا.",
    lifted: "يتلقى العنوان الرسائل من جديد.",
    lift: "استئناف الإرسال",
    liftOf: (email) => `إلى \u2068${email}\u2069`,
    columns: {
      reason: "السبب",
      detail: "سبب الموفر",
      since: "منذ",
      action: "الإجراء"
    },
    rows: (count) =>
      `${format.plural(count, { one: "عنوان واحد", two: "عنوانان", few: "# عناوين", many: "# عنوانًا", other: "# عنوان" })}`,
    empty: {
      title: "لا توجد عناوين موقوفة",
      text: "يظهر العنوان هنا بعد أن ترتد رسالة إليه نهائيًا، أو بعد أن يصنّف صاحبه رسالة كغير مرغوبة."
    }
  },
  reputation: {
    notice: (cause) =>
      `لا تُرسل الروابط المطلوبة لعناوين بلا حساب مؤكد: \u2068${cause}\u2069. يُستأنف إرسالها عندما تنخفض النسبة.`,
    bounce: (emails) => `ارتدّ أكثر من 5% (\u2068${emails}\u2069)`,
    complaint: (emails) => `شكاوى على أكثر من 0.1% (\u2068${emails}\u2069)`,
    instance: "رسائل هذا المثيل في آخر 24 ساعة",
    service: "رسائل جميع المثيلات في آخر 24 ساعة"
  },
  records: {
    title: "نطاق المرسل",
    intro:
      "يتحقق المستقبلون من سجلات DNS هذه لمعرفة ما إذا كانت الرسالة أصلية. هي نفسها لجميع المثيلات، ويُعاد فحصها بعد دقيقة.",
    states: {
      ok: "موجود",
      problem: "يحتاج إلى انتباه",
      unknown: "لم يُفحص"
    },
    add: (name, type, value) => html`أضف <bdi>${name}</bdi> <bdi>${type}</bdi> <bdi>${value}</bdi>`
  },
  texts: {
    title: "نصوص الرسائل",
    intro:
      "ما تقوله رسائل هذا المثيل. النص الذي تكتبه يُرسل بلغته فقط؛ وفي اللغات الأخرى يُرسل النص الافتراضي أو نصك بتلك اللغة.",
    languages: "اللغات",
    changes: (count) =>
      `${format.plural(count, { one: "تغيير واحد", two: "تغييران", few: "# تغييرات", many: "# تغييرًا", other: "# تغيير" })}`,
    default: "النص الافتراضي",
    yours: "نصك"
  },
  text: {
    of: (topic, language) => `\u2068${topic}\u2069، \u2068${language}\u2069`,
    isDefault: "للرسائل هذا النص الافتراضي.",
    change: "غيّره واحفظ نصك.",
    savedAt: (time) => html`نصك، حُفظ في <bdi>${time}</bdi>.`,
    sentTo: (language) => `يُرسل إلى المستخدمين الذين لغة رسائلهم: \u2068${language}\u2069.`,
    heading: "النص",
    parts: {
      subject: "الموضوع",
      text: "نص عادي",
      html: "HTML"
    },
    hints: {
      subject: "سطر واحد. لا يُسمح فيه بالروابط.",
      text: "للبرامج التي لا تعرض HTML.",
      html: "ما داخل <body>. لا يُسمح بالنصوص البرمجية والنماذج والتعليقات والصور غير الشعار، ويجب أن تبدأ الروابط بـ https:// أو mailto:."
    },
    preview: "معاينة",
    previewOf: "معاينة الرسالة",
    subjectIs: "الموضوع:",
    asPlainText: "كنص عادي:",
    noPreview: "لا توجد معاينة لأن في النص أخطاء:",
    mistake: (line, column, reason) =>
      html`السطر <bdi>${line}</bdi>، العمود <bdi>${column}</bdi>: <bdi>${reason}</bdi>.`,
    labelled: (label, value) => html`<bdi>${label}</bdi>: <bdi>${value}</bdi>`,
    rejected: "لم يتم الحفظ. في النص أخطاء مذكورة تحت حقولها.",
    placeholders: "العناصر النائبة",
    placeholdersIntro: "تُستبدل بقيم كل رسالة.",
    use: (use) => `(\u2068${use}\u2069)`,
    uses: {
      link: "مطلوب؛ كقيمة href كاملة، أو كنص تحيط به مسافات",
      code: "كنص، وليس في الموضوع",
      url: "كقيمة href كاملة، أو كنص",
      image: "كقيمة src لصورة",
      color: "داخل style",
      "text-color": "داخل style",
      text: "كنص",
      number: "كنص",
      time: "كنص",
      device: "كنص"
    },
    notices: {
      saved: "تم الحفظ. الرسائل المُرسلة من الآن لها هذا النص.",
      reset: "عاد النص الافتراضي إلى الرسائل.",
      sent: "الرسالة التجريبية في الطريق. فيها النص المحفوظ."
    },
    test: "رسالة تجريبية",
    testHint: "فيها النص المحفوظ بقيم نموذجية. لا تعمل روابطها.",
    sendTest: "إرسال رسالة تجريبية",
    tooMany: "أُرسلت رسائل تجريبية كثيرة. حاول مرة أخرى بعد بضع دقائق.",
    noProvider: "لم يُضبط أي موفر للبريد الإلكتروني.",
    noTest: "لم يُضبط أي موفر للبريد الإلكتروني، لذا لا يمكن إرسال رسالة تجريبية.",
    resetIntro: "يحذف نصك. لا يمكن استعادته.",
    useDefault: "استخدام النص الافتراضي"
  },
  topics: {
    magic_link: "رابط تسجيل الدخول",
    password_reset: "كلمة مرور جديدة",
    sign_up: "إنشاء حساب",
    existing_account: "الحساب موجود بالفعل",
    invitation: "دعوة",
    email_change: "عنوان بريد جديد",
    email_changed: "تغيّر عنوان البريد",
    factor_recovery: "استرداد العوامل المفقودة",
    factor_recovery_ready: "استرداد العوامل المفقودة جاهز",
    test_email: "رسالة تجريبية",
    identity_added: "ربط حساب",
    identity_removed: "إلغاء ربط حساب",
    failed_sign_ins: "محاولات دخول فاشلة",
    passkey_added: "إضافة مفتاح مرور",
    passkey_removed: "إزالة مفتاح مرور",
    account_claimed: "إزالة كلمة المرور",
    password_set: "تعيين كلمة مرور",
    password_changed: "تغيير كلمة المرور",
    second_factor_added: "إضافة العامل الثاني",
    second_factor_removed: "إزالة العامل الثاني",
    recovery_codes_renewed: "تجديد رموز الاسترداد",
    recovery_codes_removed: "إزالة رموز الاسترداد",
    recovery_code_used: "استخدام رمز استرداد",
    factor_recovery_completed: "إزالة العوامل المفقودة",
    email_restored: "استعادة العنوان السابق نهائيًا",
    deletion_scheduled: "جدولة الحذف",
    deletion_cancelled: "إلغاء الحذف",
    device_approved: "تسجيل الدخول على جهاز آخر",
    personal_token_created: "إنشاء رمز وصول شخصي",
    refresh_token_replayed: "تسجيل خروج تطبيق بسبب رمز سابق",
    sessions_revoked: "تسجيل الخروج من كل مكان",
    second_factor_reset: "إعادة تعيين العامل الثاني",
    passkeys_reset: "أزال مسؤول مفاتيح المرور"
  },
  about: {
    magic_link: "طلب مستخدم رابطًا لتسجيل الدخول.",
    password_reset: "طلب مستخدم رابطًا لتعيين كلمة مرور جديدة.",
    sign_up: "أنشأ شخص حسابًا بعنوان لا حساب له.",
    existing_account: "أنشأ شخص حسابًا بعنوان له حساب بالفعل.",
    invitation: "دعا مسؤول شخصًا إلى إنشاء حساب.",
    email_change: "يريد مستخدم تغيير عنوان البريد. تُرسل إلى العنوان الجديد.",
    email_changed: "غيّر مستخدم عنوان البريد. تُرسل إلى العنوان السابق.",
    factor_recovery: "يريد مستخدم إزالة مفاتيح مرور وتطبيق مصادقة مفقودين.",
    factor_recovery_ready: "انتهت مدة انتظار مستخدم يريد إزالة عوامل مفقودة.",
    identity_added: "رُبط حساب لدى موفر تسجيل دخول ويستطيع تسجيل الدخول.",
    identity_removed: "أُلغي ربط حساب لدى موفر تسجيل دخول.",
    failed_sign_ins: "فشلت مئة محاولة دخول على التوالي.",
    passkey_added: "أُضيف مفتاح مرور إلى الحساب.",
    passkey_removed: "أُزيل مفتاح مرور من الحساب.",
    account_claimed: "أزال التأكيد الأول كلمة مرور ربما عيّنها شخص آخر.",
    password_set: "عيّن مستخدم كلمة مرور لأول مرة.",
    password_changed: "غيّر مستخدم كلمة المرور.",
    second_factor_added: "أعدّ مستخدم العامل الثاني.",
    second_factor_removed: "أزال مستخدم العامل الثاني.",
    recovery_codes_renewed: "لدى مستخدم رموز استرداد جديدة.",
    recovery_codes_removed: "استعاد مستخدم الحساب وأُزيلت رموز الاسترداد الحديثة.",
    recovery_code_used: "سجّل مستخدم الدخول برمز استرداد.",
    factor_recovery_completed: "أزال مستخدم برابط مفاتيح مرور وتطبيق مصادقة مفقودين.",
    email_restored: "استُعيد عنوان سابق للمرة الأخيرة. تُرسل إلى العنوان الآخر.",
    deletion_scheduled: "طلب مستخدم حذف الحساب.",
    deletion_cancelled: "لن يُحذف الحساب.",
    device_approved: "سجّل مستخدم الدخول على جهاز آخر برمز.",
    personal_token_created: "أنشأ مستخدم رمز وصول شخصيًا.",
    refresh_token_replayed: "قُدّم رمز سابق لتطبيق، فسُجّل خروج التطبيق.",
    sessions_revoked: "سجّل مسؤول خروج مستخدم من جميع الأجهزة.",
    second_factor_reset: "أزال مسؤول العامل الثاني لمستخدم.",
    passkeys_reset: "أزال مسؤول جميع مفاتيح مرور مستخدم."
  },
  placeholderTexts: {
    link: "رابط الرسالة.",
    code: "الرمز الذي يسجّل الدخول أيضًا. فارغ إن كان المثيل لا يرسل رموزًا.",
    instanceName: "اسم المثيل.",
    host: "مضيف المثيل، مثل auth.example.com.",
    signInUrl: "عنوان URL لصفحة تسجيل الدخول.",
    supportUrl: "عنوان URL للدعم؛ قد يكون فارغًا.",
    logoUrl: "الشعار. دونه لا توجد صورة.",
    accentColor: "لون التمييز.",
    accentTextColor: "الأبيض أو الأسود، أيهما أكثر تباينًا مع لون التمييز.",
    lifetimeDays: "عدد أيام عمل الرابط.",
    lifetimeMinutes: "عدد دقائق عمل الرابط.",
    expiresAt: "وقت توقف الرابط عن العمل.",
    requestedAt: "وقت الطلب.",
    changedAt: "وقت حدوث ذلك.",
    invitedAt: "وقت إرسال الدعوة.",
    availableAt: "متى يمكن إتمام الاسترداد.",
    deletionAt: "متى سيُحذف الحساب.",
    forgotPasswordUrl: "الصفحة التي ترسل رابطًا لتعيين كلمة مرور جديدة.",
    device: "الجهاز الذي حدث عليه ذلك."
  }
}
