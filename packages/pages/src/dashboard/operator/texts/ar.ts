/** The texts of the pages about administrators, their keys and their access, in Arabic. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "تسجيل الدخول إلى لوحة التحكم",
    again: "سجّل الدخول مرة أخرى لتثبت أنك أنت. إن كان لديك مفتاح مرور فاستخدمه.",
    signedOut: "تم تسجيل خروجك.",
    needsScript: "لتسجيل الدخول بمفتاح مرور، استخدم متصفحًا حديثًا مع تفعيل JavaScript.",
    key: "مفتاح المسؤول",
    keyHint: (setting, command) =>
      html`قيمة الإعداد <bdi>${setting}</bdi>. أثناء التطوير يعرضها <bdi>${command}</bdi>.`,
    wrongKey: "مفتاح المسؤول غير صحيح.",
    withKey: "تسجيل الدخول بمفتاح المسؤول",
    otherWays: (invite, start) =>
      html`هل هذه زيارتك الأولى أو فقدت مفتاح مرورك؟ اطلب رابطًا من مسؤول آخر، أو أنشئ رابطًا باستخدام <bdi>${invite}</bdi>. أثناء التطوير يعرض <bdi>${start}</bdi> رابطًا أيضًا.`,
    resumeTitle: "تم تسجيل الدخول مرة أخرى",
    resume: "ما أرسلته محفوظ، ولم يُنفّذ بعد.",
    page: "الصفحة"
  },
  enter: {
    expiredTitle: "انتهت صلاحية الرابط أو سبق استخدامه",
    expired: (lifetime, named, setting, invite, start) =>
      html`يعمل الرابط إلى لوحة التحكم مرة واحدة. مدة صلاحيته: <bdi>${lifetime}</bdi>، أو <bdi>${named}</bdi> إن كان باسمك. يحتاج الرابط المتاح للجميع إلى قيمة <bdi>${setting}</bdi> نفسها هنا وحيث أُنشئ. اطلب رابطًا جديدًا من مسؤول آخر، أو أنشئ رابطًا باستخدام <bdi>${invite}</bdi>. أثناء التطوير يعرض <bdi>${start}</bdi> رابطًا أيضًا.`,
    anotherWay: "تسجيل الدخول بطريقة أخرى",
    open: "فتح لوحة التحكم",
    text: (lifetime, idle) =>
      `يسجّل هذا الرابط دخولك إلى لوحة التحكم على هذا الجهاز، ويعمل مرة واحدة. تبقى مسجّل الدخول حتى تغلق المتصفح، بحد أقصى \u2068${lifetime}\u2069. وتنتهي الجلسة قبل ذلك دون أي طلب خلال \u2068${idle}\u2069.`
  },
  account: {
    protect: "قبل المتابعة، أضف مفتاح مرور أو اضبط تطبيق مصادقة: الرابط وحده لا يكفي للوحة التحكم.",
    unnamed:
      "سجّلت الدخول دون اسم، بمفتاح المسؤول أو برابط متاح للجميع. مفاتيح المرور تخص المسؤولين ذوي الأسماء. ادعُ نفسك من صفحة «المسؤولون» ثم افتح الرابط.",
    elsewhere: (host) => html`يعمل فقط على <bdi>${host}</bdi> حيث كانت لوحة التحكم سابقًا`,
    noDomain: "لوحة التحكم هذه على عنوان IP، حيث لا تدعم المتصفحات مفاتيح المرور."
  },
  access: {
    intro: "من سجّل الدخول إلى لوحة التحكم هذه، ومن لا يزال بإمكانه الدخول برابط. الأحدث أولًا.",
    revoked: "تم تسجيل الخروج من الجلسة.",
    revokedOthers: "تم تسجيل الخروج من جميع الجلسات الأخرى.",
    withdrawn: "سُحبت الدعوة.",
    methods: {
      admin_key: "بمفتاح المسؤول",
      invitation: "بدعوة",
      passkey: "بمفتاح مرور",
      identity_provider: "بمزوّد هوية"
    },
    ofThisSession: "من هذه الجلسة",
    thisSession: "هذه الجلسة",
    signOut: "تسجيل الخروج",
    signOutOthers: "تسجيل الخروج من جميع الجلسات الأخرى",
    device: "الجهاز",
    administrator: "المسؤول",
    unnamed: (role) => `دون اسم، الدور: \u2068${role}\u2069`,
    named: (name, role) => `\u2068${name}\u2069، الدور: \u2068${role}\u2069`,
    signedIn: "تسجيل الدخول",
    lastActive: "آخر نشاط",
    expires: "تنتهي",
    sessions: "الجلسات",
    sessionsIntro: (idle) =>
      `تنتهي الجلسة دون أي طلب خلال \u2068${idle}\u2069. وتنتهي الجلسة دون اسم أيضًا عند تغيير مفتاح المسؤول؛ عندئذ لا تعمل، لكنها تبقى في القائمة حتى تنتهي صلاحيتها.`,
    countSessions: (count) =>
      `${format.plural(count, { one: "جلسة واحدة", two: "جلستان", few: "# جلسات", many: "# جلسة", other: "# جلسة" })}`,
    noSessions: {
      title: "لا توجد جلسات",
      text: "لا أحد مسجّل الدخول."
    },
    withdraw: "سحب",
    theInvitation: (id) => `الدعوة \u2068${id}\u2069`,
    for: "إلى",
    anyone: (role) => `أي شخص، الدور: \u2068${role}\u2069`,
    created: "الإنشاء",
    invitations: "الدعوات المفتوحة",
    invitationsIntro: "تُدخل الدعوة أول شخص يفتحها، حتى لو كانت لشخص آخر. اسحب أي دعوة لم تنشئها.",
    countInvitations: (count) =>
      `${format.plural(count, { one: "دعوة واحدة", two: "دعوتان", few: "# دعوات", many: "# دعوة", other: "# دعوة" })}`,
    noInvitations: {
      title: "لا توجد دعوات مفتوحة",
      text: "ادعُ شخصًا من صفحة «المسؤولون»."
    }
  },
  keys: {
    intro: (setting, role) =>
      html`ترسل البرامج مفتاحًا إلى واجهة API للمسؤول. <bdi>${setting}</bdi> مفتاح آخر بالدور «<bdi>${role}</bdi>».`,
    nameHint: "ما الذي يستخدم المفتاح. يظهر في سجل التدقيق.",
    lastDay: "اليوم الأخير",
    lastDayHint: "اختياري: آخر يوم يعمل فيه المفتاح بتوقيت UTC. بدونه يعمل حتى تلغيه.",
    notADate: "ليس تاريخًا مثل 2027-02-22",
    past: "في الماضي",
    empty: {
      title: "لا توجد مفاتيح API بعد",
      text: "أنشئ مفتاحًا لكل برنامج يستدعي واجهة API للمسؤول، لتتمكن من إلغائه وحده."
    },
    never: "أبدًا",
    expired: "منتهي",
    revoke: "إلغاء",
    revoked: "لم يعد المفتاح يعمل.",
    created: "الإنشاء",
    lastUsed: "آخر استخدام",
    expires: "ينتهي",
    create: "إنشاء مفتاح",
    createIntro:
      "تبقى المفاتيح الحالية صالحة. لاستبدال أحدها، أنشئ مفتاحًا آخر وغيّر البرنامج ثم ألغِ القديم حين لا يُستخدم.",
    createButton: "إنشاء المفتاح",
    count: (count) =>
      `${format.plural(count, { one: "مفتاح واحد", two: "مفتاحان", few: "# مفاتيح", many: "# مفتاحًا", other: "# مفتاح" })}`,
    newTitle: "مفتاح API جديد",
    shown: (name) => html`هذا مفتاح <bdi>${name}</bdi>. انسخه الآن: لن يُعرض مرة أخرى.`,
    back: "العودة إلى مفاتيح API"
  },
  operators: {
    intro: "من يستطيع استخدام لوحة التحكم هذه، وما المسموح لكل منهم.",
    notices: {
      invited: "الدعوة في الطريق عبر البريد الإلكتروني.",
      disable: "عُطّل المسؤول وسُجّل خروجه.",
      enable: "يستطيع المسؤول تسجيل الدخول مرة أخرى.",
      delete: "حُذف المسؤول.",
      "remove-passkeys": "أُزيلت مفاتيح المرور وسُجّل خروج المسؤول. ادعُه من جديد."
    },
    noEmailProvider: "لم يُضبط أي موفر للبريد الإلكتروني.",
    emailFailed: "تعذّر إرسال الرسالة. السبب في السجل.",
    confirmations: {
      delete: {
        title: "هل تريد حذف هذا المسؤول؟",
        text: "يُسجّل خروجه ولا يستطيع تسجيل الدخول مجددًا. يحتفظ سجل التدقيق باسمه. لا يمكن التراجع عن هذا."
      },
      disable: {
        title: "هل تريد تعطيل هذا المسؤول؟",
        text: "يُسجّل خروجه وتتوقف دعواته عن العمل، ولا يستطيع تسجيل الدخول حتى تفعّله من جديد."
      },
      enable: {
        title: "هل تريد تفعيل هذا المسؤول؟",
        text: "يستطيع تسجيل الدخول مرة أخرى بمفتاح مروره أو بدعوة جديدة."
      },
      "remove-passkeys": {
        title: "هل تريد إزالة جميع مفاتيح مرور هذا المسؤول؟",
        text: "يُسجّل خروجه من جميع الأجهزة ويحتاج إلى دعوة جديدة لتسجيل الدخول. افعل هذا إن فقد جهازًا."
      }
    },
    empty: {
      title: "لا يوجد مسؤول له اسم بعد"
    },
    emptyText: (command) =>
      html`أي شخص لديه مفتاح المسؤول أو رابط من <bdi>${command}</bdi> يستطيع فعل كل شيء. ادعُ نفسك: عندئذ يذكر سجل التدقيق من فعل ماذا.`,
    states: {
      disabled: "معطّل",
      active: "نشط",
      invited: "مدعوّ"
    },
    state: "الحالة",
    passkeys: "مفاتيح المرور",
    lastSignIn: "آخر تسجيل دخول",
    neverSignedIn: "لم يسجّل الدخول قط",
    inviteSomeone: "دعوة شخص",
    inviteEmailed: (lifetime) => `يتلقى رسالة فيها رابط يسجّل دخوله مرة واحدة خلال \u2068${lifetime}\u2069.`,
    inviteByHand: (lifetime) =>
      `لم يُضبط أي موفر للبريد الإلكتروني، لذا تحصل على رابط لتسلّمه. يسجّل دخوله مرة واحدة خلال \u2068${lifetime}\u2069.`,
    invite: "دعوة",
    inviteAgain: "دعوة من جديد",
    removePasskeys: "إزالة مفاتيح المرور…",
    count: (count) =>
      `${format.plural(count, { one: "مسؤول واحد", two: "مسؤولان", few: "# مسؤولين", many: "# مسؤولًا", other: "# مسؤول" })}`,
    linkTitle: "رابط الدعوة",
    handOver: (name, time) =>
      html`سلّم هذا الرابط إلى <bdi>${name}</bdi>. يسجّل دخوله مرة واحدة حتى <bdi>${time}</bdi> ولن يُعرض مرة أخرى.`,
    id: "معرّف المسؤول",
    added: "الإضافة",
    firstSignedIn: "أول تسجيل دخول",
    lastSignedIn: "آخر تسجيل دخول",
    canSignIn: "يمكنه تسجيل الدخول",
    disabledSince: (time) => html`لا، عُطّل في <bdi>${time}</bdi>`,
    nameAndRole: "الاسم والدور"
  }
}
