/** The texts of emails in Arabic. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("ar")

/** After "خلال": one and two are words, and few, many and other have their own cases. */
const forms = {
  minute: { one: "دقيقة واحدة", two: "دقيقتين", few: "# دقائق", many: "# دقيقة", other: "# دقيقة" },
  day: { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" }
}
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

const when = ({ device, time }: Occasion) =>
  device === undefined ? `بتاريخ ${time}` : `بتاريخ ${time}، على هذا الجهاز: ${device}`

const requested = (occasion: Occasion) => `طُلب هذا الرابط ${when(occasion)}.`

const othersSignedOut = "سُجّل الخروج من جميع الأجهزة الأخرى."
const ignore = "تجاهل هذه الرسالة ولا تشارك الرابط مع أحد."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `\u200f${browser} على ${system}`),
  unknownDevice: "جهاز غير معروف",
  validity: (lifetime) => `يعمل الرابط مرة واحدة، وتنتهي صلاحيته خلال ${duration(lifetime)}.`,
  copyLink: "أو انسخ هذا العنوان إلى متصفحك:",
  magicLink: {
    subject: ({ instance }) => `تسجيل الدخول إلى ${instance}`,
    action: ({ instance }) => `تسجيل الدخول إلى ${instance}`,
    purpose: ({ place }) => `استخدم هذا الرابط لتسجيل الدخول إلى ${place}.`,
    origin: requested,
    advice: `لم تطلب ذلك؟ ${ignore}`
  },
  magicLinkCode: {
    about: (lifetime) => `أو اكتب هذا الرمز حيث طلبت الرابط. تنتهي صلاحيته بعد ${duration(lifetime)} من طلبك.`,
    advice: "لم تطلب ذلك؟ تجاهل هذه الرسالة. لا تشارك الرابط أو الرمز مع أي شخص."
  },
  passwordReset: {
    subject: ({ instance }) => `تعيين كلمة مرور جديدة في ${instance}`,
    action: () => "تعيين كلمة مرور جديدة",
    purpose: ({ place }) => `استخدم هذا الرابط لتعيين كلمة مرور جديدة لحسابك في ${place}.`,
    origin: requested,
    advice: `لم تطلب ذلك؟ ${ignore} ستبقى كلمة مرورك كما هي.`
  },
  signUp: {
    subject: ({ instance }) => `أكمل إنشاء حسابك في ${instance}`,
    action: () => "إكمال إنشاء الحساب",
    purpose: ({ place }) => `استخدم هذا الرابط لإنشاء حسابك في ${place}.`,
    origin: (occasion) => `طلب أحدهم إنشاء حساب بعنوان البريد الإلكتروني هذا ${when(occasion)}.`,
    advice: `ألم تكن أنت من فعل ذلك؟ ${ignore} لن يُنشأ أي حساب من دونه.`
  },
  existingAccount: {
    subject: ({ instance }) => `لديك حساب بالفعل في ${instance}`,
    event: ({ place, ...occasion }) =>
      `حاول أحدهم، وربما أنت، إنشاء حساب بعنوان البريد الإلكتروني هذا ${when(occasion)}. لديك حساب بالفعل في ${place}.`,
    signIn: "يكفي أن تسجّل الدخول:",
    setPassword: "هل نسيت كلمة المرور؟ عيّن كلمة مرور جديدة:",
    advice: "ألم تكن أنت من فعل ذلك؟ لا يلزمك فعل أي شيء. لم يتغيّر شيء."
  },
  invitation: {
    subject: ({ instance }) => `دعوتك للانضمام إلى ${instance}`,
    action: ({ instance }) => `الانضمام إلى ${instance}`,
    purpose: ({ place }) => `وصلتك دعوة. استخدم هذا الرابط لإنشاء حسابك في ${place}.`,
    origin: (occasion) => `دعاك أحد المسؤولين ${when(occasion)}.`,
    advice: `لم تكن تتوقع هذه الدعوة؟ ${ignore} لن يُنشأ أي حساب من دونه.`
  },
  emailChange: {
    subject: () => "أكّد عنوان بريدك الإلكتروني الجديد",
    action: () => "تأكيد عنوان البريد الإلكتروني الجديد",
    purpose: ({ place }) => `استخدم هذا الرابط لتأكيد عنوان بريدك الإلكتروني الجديد في ${place}.`,
    origin: (occasion) => `${requested(occasion)} افتح الرابط في متصفح سجّلت الدخول فيه.`,
    advice: `لم تطلب ذلك؟ ${ignore} لن يتغيّر شيء.`
  },
  emailChanged: {
    subject: () => "تم تغيير عنوان بريدك الإلكتروني",
    action: () => "استعادة عنوان البريد الإلكتروني هذا",
    purpose: ({ place }) =>
      `غيّر أحدهم عنوان البريد الإلكتروني لحسابك في ${place}. إن لم تكن أنت من فعل ذلك، فاستخدم هذا الرابط لاستعادة هذا العنوان.`,
    origin: (occasion) => `حدث التغيير ${when(occasion)}.`,
    advice: "هل أنت من فعل ذلك؟ إذن لا يلزمك فعل أي شيء. لا تشارك الرابط مع أحد."
  },
  factorRecovery: {
    subject: ({ instance }) => `يريد أحدهم استعادة حسابك في ${instance}`,
    action: () => "عرض الطلب أو إلغاؤه",
    purpose: ({ place }) =>
      `ذكر شخص سجّل الدخول إلى حسابك في ${place} أن مفاتيح المرور وتطبيق المصادقة مفقودة، ويريد إزالتها.`,
    period: ({ from, until }) => `يتيح هذا الرابط ذلك من ${from} حتى ${until}. ويمكنك به إلغاء الطلب في أي وقت.`,
    origin: requested,
    advice:
      "ألم تكن أنت من فعل ذلك؟ افتح الرابط وألغِ الطلب. ثم عيّن كلمة مرور جديدة: قد يتمكن شخص آخر من تسجيل الدخول إلى حسابك. لا تشارك الرابط مع أحد."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `يمكنك الآن استعادة حسابك في ${instance}`,
    action: () => "استعادة حسابك",
    purpose: ({ place }) =>
      `استخدم هذا الرابط لإزالة مفاتيح المرور وتطبيق المصادقة المفقودة من حسابك في ${place}. ثم سجّل الدخول وأعدّ غيرها.`,
    period: ({ until }) => `يعمل مرة واحدة، حتى ${until}.`,
    origin: requested,
    advice:
      "ألم تكن أنت من فعل ذلك؟ افتح الرابط وألغِ الطلب. ثم عيّن كلمة مرور جديدة: قد يتمكن شخص آخر من تسجيل الدخول إلى حسابك. لا تشارك الرابط مع أحد."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `عُيّنت كلمة مرور لحسابك في ${instance}`,
      event: ({ place, ...occasion }) => `عُيّنت كلمة مرور لحسابك في ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `تم تغيير كلمة مرور حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `تم تغيير كلمة مرور حسابك في ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `أُزيلت كلمة مرور حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أكّدت عنوان البريد الإلكتروني هذا في ${place} ${when(occasion)}.`,
      effect:
        "كان هناك حساب بهذا العنوان من قبل، وربما لم تكن أنت من أنشأه. لذلك أُزيلت كلمة مروره وسُجّل الخروج من جميع الأجهزة الأخرى."
    },
    sessions_revoked: {
      subject: ({ instance }) => `سُجّل خروجك من ${instance} على جميع الأجهزة`,
      event: ({ place, ...occasion }) => `سجّل أحد المسؤولين خروجك من ${place} على جميع الأجهزة ${when(occasion)}.`,
      effect: "للمتابعة، سجّل الدخول من جديد."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `محاولات كثيرة فاشلة لتسجيل الدخول إلى حسابك في ${instance}`,
      event: ({ place, time }) =>
        `حتى ${time}، فشلت ${maxFailures} محاولة متتالية على الأقل لتسجيل الدخول إلى حسابك في ${place}.`,
      effect:
        "لحماية حسابك، لم تعد كلمة مرورك تعمل على الأجهزة الجديدة. لا تتأثر الأجهزة التي سبق أن سجّلت الدخول عليها."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `سيُحذف حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `طلبت منا حذف حسابك في ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `لن يُحذف حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أُلغي حذف حسابك في ${place} ${when(occasion)}.`,
      effect: "سنحتفظ بحسابك."
    },
    email_restored: {
      subject: ({ instance }) => `استعاد حسابك في ${instance} عنوان بريده الإلكتروني السابق`,
      event: ({ place, ...occasion }) =>
        `استُعيد عنوان البريد الإلكتروني السابق لحسابك في ${place} ${when(occasion)}، ولم يعد العنوان الذي وصلتك عليه هذه الرسالة مرتبطًا به.`,
      effect: "سبق أن استُعيد كلا العنوانين، لذلك لا يوجد رابط للتراجع عن ذلك."
    },
    passkey_added: {
      subject: ({ instance }) => `أُضيف مفتاح مرور إلى حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أُضيف مفتاح مرور إلى حسابك في ${place} ${when(occasion)}.`,
      effect: "يمكنك من الآن تسجيل الدخول به. تعرض صفحة حسابك جميع مفاتيح المرور."
    },
    passkey_removed: {
      subject: ({ instance }) => `أُزيل مفتاح مرور من حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أُزيل مفتاح مرور من حسابك في ${place} ${when(occasion)}.`,
      effect: "لم يعد بإمكانك تسجيل الدخول به."
    },
    second_factor_added: {
      subject: ({ instance }) => `أصبح لحسابك في ${instance} عامل ثانٍ`,
      event: ({ place, ...occasion }) => `أُعدّ تطبيق مصادقة لحسابك في ${place} ${when(occasion)}.`,
      effect: "عند تسجيل الدخول سنطلب رمزًا من هذا التطبيق. احتفظ برموز الاسترداد في مكان آمن."
    },
    second_factor_removed: {
      subject: ({ instance }) => `أُزيل العامل الثاني لحسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أُزيل العامل الثاني لحسابك في ${place} ${when(occasion)}.`,
      effect: "لن نطلب بعد الآن رمزًا من تطبيق المصادقة عند تسجيل الدخول."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `لحسابك في ${instance} رموز استرداد جديدة`,
      event: ({ place, ...occasion }) => `أُنشئت رموز استرداد جديدة لحسابك في ${place} ${when(occasion)}.`,
      effect: "لم تعد الرموز القديمة تعمل."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `أُزيلت رموز استرداد حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أُزيلت رموز استرداد حسابك في ${place} ${when(occasion)}.`,
      effect: "كانت هذه الرموز قد أُنشئت مؤخرًا ولم تعد تعمل. يمكنك إنشاء رموز جديدة في صفحة حسابك."
    },
    recovery_code_used: {
      subject: ({ instance }) => `استُخدم رمز استرداد لحسابك في ${instance}`,
      event: ({ place, ...occasion }) => `سجّل أحدهم الدخول إلى حسابك في ${place} برمز استرداد ${when(occasion)}.`,
      effect: "لن يعمل هذا الرمز مرة أخرى. يمكنك إنشاء رموز جديدة في صفحة حسابك."
    },
    second_factor_reset: {
      subject: ({ instance }) => `أُعيد ضبط العامل الثاني لحسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أزال أحد المسؤولين العامل الثاني لحسابك في ${place} ${when(occasion)}.`,
      effect: "يمكنك إعداد عامل جديد في صفحة حسابك."
    },
    passkeys_reset: {
      subject: ({ instance }) => `أُزيلت مفاتيح المرور من حسابك في ${instance}`,
      event: ({ place, ...occasion }) => `أزال أحد المسؤولين كل مفاتيح المرور من حسابك في ${place} ${when(occasion)}.`,
      effect: "سُجّل الخروج من كل الأجهزة. سجّل الدخول وأضف مفتاح مرور جديدًا في صفحة حسابك."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `أُزيلت مفاتيح المرور والعامل الثاني من حسابك في ${instance}`,
      event: ({ place, ...occasion }) =>
        `أُزيلت مفاتيح المرور وتطبيق المصادقة من حسابك في ${place} برابط من رسالة بريد إلكتروني ${when(occasion)}.`,
      effect: "سُجّل الخروج من كل الأجهزة. سجّل الدخول وأعدّ غيرها."
    }
  },
  deletion: ({ time }) => `سنحذفه بتاريخ ${time}. بعد ذلك لا يمكنك استعادته.`,
  help: {
    setPassword: "ألم تكن أنت من فعل ذلك؟ عيّن كلمة مرور جديدة الآن:",
    contact: ({ instance, support }) =>
      support === undefined
        ? `ألم تكن أنت من فعل ذلك؟ تواصل مع ${instance}.`
        : `ألم تكن أنت من فعل ذلك؟ تواصل مع ${instance}: ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `هل لديك أسئلة؟ تواصل مع ${instance}.`
        : `هل لديك أسئلة؟ تواصل مع ${instance}: ${support}`,
    signInWithLink: ({ button }) =>
      `هل تسجّل الدخول على جهاز جديد؟ اختر «${button}» في صفحة تسجيل الدخول. بعد ذلك تعمل كلمة مرورك من جديد في كل مكان.`,
    setPasswordOnNewDevice: "هل تسجّل الدخول على جهاز جديد؟ عيّن كلمة مرور جديدة:",
    keepAccount: ({ button }) =>
      `هل غيّرت رأيك، أو لم تكن أنت من طلب ذلك؟ سجّل الدخول واختر «${button}». إن لم تكن أنت من طلب ذلك، فعيّن كلمة مرور جديدة أيضًا:`
  }
}
