/**
 * The pages for users, in Arabic.
 */
import { messages } from "@latchkey/client/messages/ar"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("ar")

const minutes = (count: number) =>
  format.plural(count, {
    one: "دقيقة واحدة",
    two: "دقيقتين",
    few: "# دقائق",
    many: "# دقيقة",
    other: "# دقيقة"
  })
const days = (count: number) =>
  format.plural(count, { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" })
const characters = (count: number) =>
  format.plural(count, { one: "حرف واحد", two: "حرفان", few: "# أحرف", many: "# حرفًا", other: "# حرف" })

/** Isolates a name in Latin letters from the text around it (Unicode, UAX 9). */
const isolated = (name: string) => `\u2068${name}\u2069`

export const pages: PageTexts = {
  core: {
    space: " ",
    errorTitle: (title) => `خطأ: ${title}`,
    problemHeading: "هناك مشكلة",
    continue: "متابعة",
    continueWithoutPassword: "المتابعة دون كلمة مرور",
    signIn: "تسجيل الدخول",
    signOut: "تسجيل الخروج",
    goToSignIn: "الانتقال إلى تسجيل الدخول",
    backToSignIn: "العودة إلى تسجيل الدخول",
    signInAnotherWay: "تسجيل الدخول بطريقة أخرى",
    tryAgain: "إعادة المحاولة",
    account: "حسابك",
    backToAccount: "العودة إلى حسابك",
    emailSignInLink: "أرسل لي رابط تسجيل الدخول",
    emailLink: "أرسل لي رابطًا",
    email: "عنوان البريد الإلكتروني",
    password: "كلمة المرور",
    currentPassword: "كلمة المرور الحالية",
    newPassword: "كلمة المرور الجديدة",
    showPassword: "إظهار",
    hidePassword: "إخفاء",
    passwordIsShown: "كلمة المرور ظاهرة.",
    passwordIsHidden: "كلمة المرور مخفية.",
    links: "المساعدة والشروط",
    terms: "الشروط",
    privacy: "الخصوصية",
    support: "الدعم"
  },

  fields: {
    emailMissing: "أدخل عنوان بريدك الإلكتروني.",
    emailMalformed: `أدخل عنوان بريد إلكتروني بالصيغة الصحيحة، مثل ${isolated("name@example.com")}.`,
    passwordMissing: "أدخل كلمة المرور.",
    newPasswordMissing: "أدخل كلمة مرور جديدة.",
    currentPasswordMissing: "أدخل كلمة المرور الحالية.",
    currentPasswordWrong: "كلمة المرور الحالية غير صحيحة.",
    passwordTooLong: (maxLength) => `يجب ألا تتجاوز كلمة المرور ${characters(maxLength)}.`,
    passwordMalformed: "تحتوي كلمة المرور على حرف غير مسموح به.",
    languageMissing: "اختر لغة.",
    codeMalformed: "أدخل الأرقام الستة للرمز الوارد في الرسالة."
  },

  problems: messages,

  policy: {
    uppercase: "حرف كبير",
    lowercase: "حرف صغير",
    number: "رقم",
    symbol: "رمز",
    atLeast: (count) => `${characters(count)} على الأقل`,
    list: format.list,
    describeLength: (count) => `${characters(count)} على الأقل. بضع كلمات بينها مسافات خيار جيد.`,
    describe: (count, contents) => `${characters(count)} على الأقل، منها: ${contents}.`,
    missing: (contents) => `يجب أن تحتوي كلمة المرور على: ${contents}.`,
    common: "كلمة المرور شائعة جدًا: يجرّبها المهاجمون أولًا. اختر كلمة مرور أخرى."
  },

  time: {
    justNow: "الآن",
    on: (date) => `في ${date}`,
    ago: format.ago
  },

  message: {
    signedIn: "تم تسجيل دخولك",
    signedInAs: (email) => html`سجّلت الدخول على هذا الجهاز باسم ${email}.`,
    signedOut: "تم تسجيل خروجك",
    otherDevices: "لا يزال الدخول مسجّلًا على أجهزتك الأخرى. يمكنك تسجيل الخروج منها من صفحة حسابك.",
    signInAgain: "تسجيل الدخول مجددًا",
    blocked: "حُظر الطلب",
    blockedText: "أُرسل هذا النموذج من موقع ويب آخر، لذلك لم نعالجه. للمتابعة، استخدم هذه الصفحة:",
    notFound: "الصفحة غير موجودة",
    notFoundText: "تحقق من عنوان الويب، أو انتقل إلى حسابك.",
    unknownHost: "لا يمكنك تسجيل الدخول على هذا العنوان."
  },

  password: {
    signInTo: (name) => `تسجيل الدخول إلى ${isolated(name)}`,
    signUp: "إنشاء حساب",
    signUpFor: (name) => `إنشاء حساب في ${isolated(name)}`,
    createAccount: "إنشاء الحساب",
    or: "أو",
    noPasswordNeeded: "لا حاجة إلى كلمة مرور.",
    signInHint: "افتح الرابط في الرسالة لتسجيل الدخول.",
    signUpHint: "ينشئ الرابط حسابك ويسجّل دخولك.",
    forgotten: "هل نسيت كلمة المرور؟",
    newHere: (link) => html`هل أنت جديد هنا؟ ${link("أنشئ حسابًا")}`,
    haveAccount: (link) => html`هل لديك حساب؟ ${link("سجّل الدخول")}`,
    signInInstead: "سجّل الدخول بدلًا من ذلك",
    noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تسجيل الدخول.",
    closed: "إنشاء الحسابات غير متاح",
    closedText: (name) => `لا يمكنك إنشاء حساب في ${isolated(name)} هنا. إذا كان لديك حساب، يمكنك تسجيل الدخول.`,
    invitationNeeded: (name) =>
      `تحتاج إلى دعوة لإنشاء حساب في ${isolated(name)}. إذا وصلتك دعوة، فافتح الرابط في الرسالة. إذا كان لديك حساب، يمكنك تسجيل الدخول.`
  },

  magicLink: {
    sent: "تحقق من بريدك الإلكتروني",
    sending: (email) => html`نرسل إلى ${email} رابطًا لتسجيل الدخول.`,
    sendingIfRequested: "إذا طلبت للتو رابط تسجيل الدخول، فنحن نرسله إليك.",
    sendingIfAccount: (email) =>
      html`إذا كان هناك حساب يستخدم ${email ?? "عنوان بريدك الإلكتروني"}، فنحن نرسل رابط تسجيل الدخول.`,
    requested: (email) => html`طلبت إرسال رابط لتسجيل الدخول بالعنوان ${email}.`,
    sentAgain: "نرسل رابطًا جديدًا. استخدم الرابط الموجود في أحدث رسالة.",
    sentAgainIfAccount:
      "إذا كان هناك حساب مرتبط بهذا العنوان، فنحن نرسل رابطًا جديدًا. استخدم الرابط الموجود في أحدث رسالة.",
    lifetime: (count) => `يعمل الرابط مرة واحدة، وتنتهي صلاحيته خلال ${minutes(count)}.`,
    otherDevice: "افتح الرابط على هذا الجهاز لتسجيل الدخول فورًا. على جهاز آخر سنطلب منك التأكيد.",
    noEmail: "لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه.",
    noEmailOrTypo: "لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه ومن العنوان أعلاه.",
    resend: "إعادة إرسال الرابط",
    code: "الرمز الوارد في الرسالة",
    codeHint: (count) => `ستة أرقام. يمكنك كتابتها هنا خلال ${minutes(count)} بدلًا من فتح الرابط.`,
    codeRejected:
      "هذا الرمز لا يعمل. تحقق من الأرقام في أحدث رسالة، أو افتح الرابط الموجود فيها. بعد خمسة رموز خاطئة لا يعمل إلا الرابط لبعض الوقت.",
    anotherEmail: "استخدام عنوان بريد إلكتروني آخر",
    confirm: (name) => `هل تريد تسجيل الدخول إلى ${isolated(name)}؟`,
    signingInAs: (email) => html`أنت على وشك تسجيل الدخول على هذا الجهاز باسم ${email}.`,
    switchingTo: (current, email) => html`سجّلت الدخول باسم ${current}. إذا تابعت، فستنتقل إلى ${email}.`,
    notYou: "ليس هذا عنوانك، أو لم تطلب ذلك؟ أغلق هذه الصفحة. لن يُسجَّل دخولك.",
    notYouSignedIn: "ليس هذا عنوانك، أو لم تطلب ذلك؟ أغلق هذه الصفحة. لن يتغير شيء.",
    passwordRemoved:
      "كانت لهذا الحساب كلمة مرور قبل تأكيد عنوان بريدك الإلكتروني. أزلنا كلمة المرور غير المؤكدة وسجّلنا الخروج من جميع الأجهزة الأخرى، تحسّبًا لأن يكون شخص آخر قد أنشأها.",
    setNewPassword: "تعيين كلمة مرور جديدة",
    newLink: "الحصول على رابط جديد",
    emailNewLink: "أرسل لي رابطًا جديدًا",
    canSendTo: (email) => html`يمكننا إرسال رابط جديد إلى ${email}.`,
    invalid: "لم يعد هذا الرابط يعمل",
    incomplete: "هذا الرابط غير مكتمل",
    incompleteText: "افتحه مجددًا من الرسالة.",
    turnedOff: "هذا الرابط لا يعمل",
    tooMany: "محاولات كثيرة جدًا",
    tooManyText: (when) => `لا يزال رابطك صالحًا. أعد المحاولة ${when}.`,
    blockedText: (problem) => `${problem} لتسجيل الدخول، افتح الرابط من الرسالة.`,
    unchecked: "تعذّر التحقق من رابطك",
    uncheckedText: (problem) => `${problem} افتح الرابط مجددًا من الرسالة.`
  },

  passwordReset: {
    title: "هل نسيت كلمة المرور؟",
    explanation: "أدخل عنوان بريدك الإلكتروني، وسنرسل إليك رابطًا لتعيين كلمة مرور جديدة.",
    sending: (email) =>
      html`إذا كان هناك حساب يستخدم ${email ?? "عنوان بريدك الإلكتروني"}، فنحن نرسل رابطًا لتعيين كلمة مرور جديدة.`,
    noEmail: (link) =>
      html`لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه، أو ${link("أعد المحاولة")}. ربما أنشأت حسابك بعنوان آخر.`,
    form: "تعيين كلمة مرور جديدة",
    settingOf: (email) => html`أنت تعيّن كلمة مرور ${email}.`,
    switchingTo: (current, email) =>
      html`سجّلت الدخول باسم ${current}. إذا تابعت، فستُعيَّن كلمة مرور ${email} ويُسجَّل دخولك بذلك الحساب.`,
    set: "تعيين كلمة المرور وتسجيل الدخول",
    otherDevices: "سيؤدي هذا إلى تسجيل خروجك من جميع الأجهزة الأخرى. ليس حسابك؟ أغلق هذه الصفحة. لن يتغير شيء.",
    passwordsOff: "لا يمكنك استخدام كلمة مرور هنا. سجّل الدخول باستخدام رابط.",
    noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تعيين كلمة مرور جديدة.",
    blockedText: (problem) => `${problem} لتعيين كلمة مرور جديدة، افتح الرابط من الرسالة.`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`نرسل رسالة إلى ${email ?? "عنوان بريدك الإلكتروني"}. إذا كنت جديدًا هنا، فافتح الرابط فيها لإنشاء حسابك. يعمل الرابط مرة واحدة وتنتهي صلاحيته خلال ${minutes(count)}.`,
    noEmail: (link) =>
      html`افتح الرابط في هذا المتصفح للاحتفاظ بكلمة المرور التي اخترتها للتو. لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه، أو ${link("أنشئ الحساب مجددًا")}.`,
    title: "إكمال إنشاء الحساب",
    completing: (email) => html`يكمل هذا إنشاء الحساب بالعنوان ${email}، ويسجّل دخولك على هذا الجهاز.`,
    switchingTo: (current, email) =>
      html`سجّلت الدخول باسم ${current}. إذا تابعت، فسيكتمل إنشاء الحساب بالعنوان ${email} ويُسجَّل دخولك بذلك الحساب.`,
    passwordNotUsed:
      "لا تُستخدم هنا كلمة المرور التي اخترتها عند إنشاء الحساب. حرصًا على أمانك، لا يحتفظ بها إلا المتصفح الذي اخترتها فيه. يمكنك تعيين كلمة مرور بعد ذلك.",
    complete: "إكمال إنشاء الحساب",
    notYou: "ليس هذا عنوانك، أو لم تنشئ حسابًا؟ أغلق هذه الصفحة. لن يتغير شيء.",
    ready: "حسابك جاهز",
    readyText:
      "تم تسجيل دخولك. حرصًا على أمانك، لا يحتفظ بكلمة المرور إلا المتصفح الذي أنشأت الحساب فيه، لذلك ليس لحسابك كلمة مرور بعد.",
    setPassword: "تعيين كلمة مرور",
    invalidText: "انتهت صلاحيته، أو سبق استخدامه. إذا كان لديك حساب، يمكنك تسجيل الدخول.",
    blockedText: (problem) => `${problem} لإنشاء الحساب، افتح الرابط في الرسالة.`,
    signInOrUp: (signIn, signUp) => html`${signIn("الانتقال إلى تسجيل الدخول")} أو ${signUp("إنشاء الحساب مجددًا")}`
  },

  invitation: {
    title: (name) => `الانضمام إلى ${isolated(name)}`,
    heading: (name) => `هل تريد الانضمام إلى ${isolated(name)}؟`,
    creating: (email) => html`ينشئ هذا حسابًا للعنوان ${email}، ويسجّل دخولك على هذا الجهاز.`,
    switchingTo: (current, email) =>
      html`سجّلت الدخول باسم ${current}. إذا تابعت، فسيُنشأ حساب للعنوان ${email} ويُسجَّل دخولك به.`,
    notYou: "ليس هذا عنوانك، أو لم تكن تتوقع هذه الدعوة؟ أغلق هذه الصفحة. لن يُنشأ أي حساب.",
    invalid: "لم تعد هذه الدعوة صالحة",
    invalidText: "انتهت صلاحيتها، أو أُلغيت، أو سبق استخدامها. إذا كان لديك حساب، يمكنك تسجيل الدخول.",
    blockedText: (problem) => `${problem} للانضمام، افتح الرابط في الرسالة.`,
    unchecked: "تعذّر التحقق من دعوتك"
  },

  account: {
    signedInAs: (email) => html`سجّلت الدخول باسم ${email}`,
    verified: "مؤكَّد",
    notVerified: "غير مؤكَّد",
    goTo: (name) => `الانتقال إلى ${isolated(name)}`,
    verify: "تأكيد عنوان بريدك الإلكتروني",
    verifyText:
      "سنرسل إليك رابط تسجيل الدخول. افتحه في هذا المتصفح: سنسجّل الخروج من أجهزتك الأخرى. إذا فتحته في متصفح لم تسجّل الدخول فيه، فسنزيل أيضًا كلمة المرور ونسجّل خروجك هنا، تحسّبًا لأن يكون شخص آخر قد أنشأ هذا الحساب.",
    verifyButton: "تأكيد العنوان",
    verifyToContinue: (email, name) =>
      html`سجّلت الدخول باسم ${email}. للمتابعة إلى ${isolated(name)}، أكّد هذا العنوان.`,
    verifyWithPassword: (link) => html`لتأكيده، ${link("عيّن كلمة مرور جديدة باستخدام رابط بالبريد الإلكتروني")}.`,
    verifyWithoutEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تأكيده.",
    sessions: "الأجهزة التي سجّلت الدخول عليها",
    thisDevice: "هذا الجهاز",
    signedInWithLink: (when) => html`تسجيل الدخول باستخدام رابط ${when}`,
    signedInWithPassword: (when) => html`تسجيل الدخول باستخدام كلمة مرور ${when}`,
    lastActive: (signedIn, when) => html`${signedIn}، آخر نشاط ${when}`,
    signOutHere: "تسجيل الخروج من هذا الجهاز",
    signOutOn: (device) => `تسجيل الخروج من ${device}`,
    signOutOthers: "تسجيل الخروج من جميع الأجهزة الأخرى",
    changePassword: "تغيير كلمة المرور",
    setPassword: "تعيين كلمة مرور",
    changePasswordButton: "تغيير كلمة المرور",
    setPasswordButton: "تعيين كلمة المرور",
    changingSignsOut: "يؤدي تغيير كلمة المرور إلى تسجيل خروجك من جميع الأجهزة الأخرى.",
    settingSignsOut: "يؤدي تعيين كلمة المرور إلى تسجيل خروجك من جميع الأجهزة الأخرى.",
    noPassword: (link) => html`ليست لديك كلمة مرور. ${link("عيّن واحدة باستخدام رابط بالبريد الإلكتروني")}`,
    noPasswordWithLinks: (count) =>
      `ليست لديك كلمة مرور. لتعيين واحدة، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${minutes(count)}.`,
    noPasswordWithoutEmails:
      "ليست لديك كلمة مرور، ولا يمكنك تعيين واحدة ما دمنا لا نستطيع إرسال رسائل البريد الإلكتروني.",
    forgotten: (link) => html`هل نسيت كلمة المرور؟ ${link("عيّن كلمة مرور جديدة باستخدام رابط بالبريد الإلكتروني")}`,
    linkTooOld: (count) => `مرّ على تسجيل دخولك أكثر من ${minutes(count)}. اطلب رابطًا جديدًا.`,
    sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لتعيين كلمة مرور.",
    passwordIsSet: "عُيّنت كلمة المرور. سُجّل خروجك من جميع الأجهزة الأخرى.",
    accountIsKept: "سنحتفظ بحسابك.",
    deviceIsSignedOut: "سُجّل خروجك من ذلك الجهاز.",
    othersAreSignedOut: "سُجّل خروجك من جميع الأجهزة الأخرى.",
    language: "اللغة",
    languageLabel: "لغة الصفحات والرسائل",
    languageOfBrowser: "لغة المتصفح",
    saveLanguage: "حفظ اللغة",
    languageIsSet: "حُفظت لغتك."
  },

  emailChange: {
    section: "عنوان البريد الإلكتروني",
    sectionText: (link) =>
      html`يجب أن يكون بإمكانك الوصول إلى العنوان الجديد. ${link("تغيير عنوان البريد الإلكتروني")}`,
    title: "تغيير عنوان بريدك الإلكتروني",
    current: (email) => html`عنوان بريدك الإلكتروني هو ${email}.`,
    newEmail: "عنوان البريد الإلكتروني الجديد",
    formText: "سنرسل رابطًا إلى العنوان الجديد. يتغير عنوانك عندما تفتح الرابط هنا وتؤكّد.",
    signInFirst: (count) =>
      `لتغيير عنوان بريدك الإلكتروني، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${minutes(count)}.`,
    passwordFirst: (link) =>
      html`لتغيير عنوان بريدك الإلكتروني، ${link("عيّن أولًا كلمة مرور باستخدام رابط بالبريد الإلكتروني")}.`,
    noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تغيير عنوان بريدك الإلكتروني.",
    sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لتغيير عنوان بريدك الإلكتروني.",
    requested: (count) =>
      `تحقق من صندوق الوارد لعنوانك الجديد. إذا لم يكن مستخدمًا في حساب آخر، فقد أرسلنا إليه رابطًا يعمل لمدة ${minutes(count)}.`,
    changed: "تم تغيير عنوان بريدك الإلكتروني. سُجّل خروجك من جميع الأجهزة الأخرى.",
    confirm: "هل تريد تغيير عنوان بريدك الإلكتروني؟",
    confirmText: (current, next) => html`سجّلت الدخول باسم ${current}. من الآن فصاعدًا ستسجّل الدخول باسم ${next}.`,
    confirmButton: "تغيير عنوان البريد الإلكتروني",
    otherDevices: "سيؤدي هذا إلى تسجيل خروجك من جميع الأجهزة الأخرى. ليس حسابك؟ أغلق هذه الصفحة. لن يتغير شيء.",
    restore: "هل تريد استعادة عنوان بريدك الإلكتروني؟",
    restoreText: (email) =>
      html`سيصبح ${email} عنوان البريد الإلكتروني لحسابك مجددًا. ستُزال كلمة المرور أيضًا ويُسجَّل الخروج من كل الأجهزة، تحسّبًا لأن يكون شخص آخر قد أجرى هذه التغييرات.`,
    restoreButton: "استعادة عنوان البريد الإلكتروني",
    changedItYourself: "هل غيّرت العنوان بنفسك؟ أغلق هذه الصفحة. لن يتغير شيء.",
    restored: "استُعيد عنوان بريدك الإلكتروني",
    restoredText: (email) =>
      html`عاد عنوان البريد الإلكتروني لحسابك إلى ${email}. سُجّل الخروج من كل الأجهزة، وليست للحساب كلمة مرور.`,
    setPassword: "تعيين كلمة مرور جديدة",
    orSignIn: (link) => html`أو ${link("سجّل الدخول باستخدام رابط")}.`,
    signInToConfirm: "سجّل الدخول أولًا",
    signInToConfirmText:
      "لتغيير عنوان بريدك الإلكتروني، سجّل الدخول إلى الحساب الذي تريد تغيير عنوانه. ثم افتح الرابط في الرسالة مجددًا، في هذا المتصفح.",
    taken: "عنوان البريد الإلكتروني هذا مستخدم",
    takenText: "أصبح مستخدمًا في حساب آخر. لم يتغير حسابك. يمكنك اختيار عنوان آخر.",
    invalidText:
      "انتهت صلاحيته، أو سبق استخدامه، أو يخص حسابًا غير الذي سجّلت الدخول إليه. يمكنك طلب رابط جديد من صفحة حسابك.",
    restorationInvalidText: "انتهت صلاحيته أو سبق استخدامه. إذا تعذّر عليك تسجيل الدخول إلى حسابك، فتواصل مع الدعم.",
    goToAccount: "الانتقال إلى حسابك"
  },

  personalData: {
    section: "بياناتك",
    download: "تنزيل بياناتك",
    delete: "حذف حسابك",
    deleteHeading: "هل تريد حذف حسابك؟",
    signedInTo: (name, email) => html`سجّلت الدخول إلى ${isolated(name)} باسم ${email}.`,
    deletedImmediately: "سيُحذف حسابك وكلمة مرورك وسجلّات تسجيل دخولك فورًا. لا يمكنك التراجع عن ذلك.",
    deletedAfter: (count) =>
      `سنسجّل خروجك من جميع الأجهزة الأخرى، وسنحذف حسابك وكلمة مرورك وسجلّات تسجيل دخولك بعد ${days(count)}. حتى ذلك الحين يمكنك تسجيل الدخول والاحتفاظ بحسابك. بعد ذلك لا يمكنك استعادته.`,
    downloadFirst: (link) => html`يمكنك ${link("تنزيل بياناتك")} أولًا.`,
    deleteButton: "حذف حسابي",
    keepButton: "الاحتفاظ بحسابي",
    signInFirst: (count) => `للتأكد من هويتك، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${minutes(count)}.`,
    passwordFirst: (link) => html`للتأكد من هويتك، ${link("عيّن أولًا كلمة مرور باستخدام رابط بالبريد الإلكتروني")}.`,
    noEmails: "للتأكد من هويتك نرسل إليك عادةً رابطًا، لكن لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا.",
    linkTooOld: "مرّ وقت طويل على تسجيل دخولك. اطلب رابطًا جديدًا.",
    sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لحذف حسابك.",
    scheduled: "سيُحذف حسابك",
    scheduledText: (name, email, at) =>
      html`سنحذف حسابك ${email} في ${isolated(name)} بتاريخ ${at}. حتى ذلك الحين يمكنك الاحتفاظ به. بعد ذلك لا يمكنك استعادته.`,
    scheduledNotice: (at) => html`سيُحذف حسابك بتاريخ ${at}.`,
    continueWithoutKeeping: "المتابعة دون الاحتفاظ به",
    deleted: "حُذف حسابك",
    deletedText: "شكرًا لأنك كنت معنا. يمكنك إنشاء حساب مجددًا في أي وقت."
  }
}
