/** The texts that several pages share, in Arabic. */
import { html } from "@latchkey/http/core/Page"
import * as ar from "../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
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
    or: "أو",
    tryAgain: "إعادة المحاولة",
    setNewPassword: "تعيين كلمة مرور جديدة",
    signsOutOthers: "سيؤدي هذا إلى تسجيل خروجك من جميع الأجهزة الأخرى. ليس حسابك؟ أغلق هذه الصفحة. لن يتغير شيء.",
    working: "لحظة من فضلك…",
    account: "حسابك",
    backToAccount: "العودة إلى حسابك",
    emailSignInLink: "أرسل لي رابط تسجيل الدخول",
    emailLink: "أرسل لي رابطًا",
    lastUsed: "آخر استخدام",
    copy: "نسخ",
    copied: "تم النسخ.",
    email: "عنوان البريد الإلكتروني",
    password: "كلمة المرور",
    currentPassword: "كلمة المرور الحالية",
    newPassword: "كلمة المرور الجديدة",
    showPassword: "إظهار",
    passwordIsShown: "كلمة المرور ظاهرة.",
    passwordIsHidden: "كلمة المرور مخفية.",
    links: "المساعدة والشروط",
    terms: "الشروط",
    privacy: "الخصوصية",
    support: "الدعم"
  },

  fields: {
    emailMissing: "أدخل عنوان بريدك الإلكتروني.",
    emailMalformed: `أدخل عنوان بريد إلكتروني بالصيغة الصحيحة، مثل ${ar.isolated("name@example.com")}.`,
    passwordMissing: "أدخل كلمة المرور.",
    newPasswordMissing: "أدخل كلمة مرور جديدة.",
    currentPasswordMissing: "أدخل كلمة المرور الحالية.",
    currentPasswordWrong: "كلمة المرور الحالية غير صحيحة.",
    passwordTooLong: (maxLength) => `يجب ألا تتجاوز كلمة المرور ${ar.characters(maxLength)}.`,
    passwordMalformed: "تحتوي كلمة المرور على حرف غير مسموح به."
  },

  policy: {
    uppercase: "حرف كبير",
    lowercase: "حرف صغير",
    number: "رقم",
    symbol: "رمز",
    atLeast: (count) => `${ar.characters(count)} على الأقل`,
    list: ar.format.list,
    describeLength: (count) => `${ar.characters(count)} على الأقل. بضع كلمات بينها مسافات خيار جيد.`,
    describe: (count, contents) => `${ar.characters(count)} على الأقل، منها: ${contents}.`,
    missing: (contents) => `يجب أن تحتوي كلمة المرور على: ${contents}.`,
    common: "كلمة المرور شائعة جدًا: يجرّبها المهاجمون أولًا. اختر كلمة مرور أخرى."
  },

  time: {
    justNow: "الآن",
    on: (date) => `في ${date}`,
    date: ar.format.date,
    ago: ar.format.ago
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
    cookiesBlocked: "متصفحك يحظر ملفات تعريف الارتباط",
    cookiesBlockedText: "تسجيل الدخول يتطلب ملفات تعريف الارتباط. اسمح بها لهذا الموقع ثم أعد المحاولة.",
    unknownHost: "لا يمكنك تسجيل الدخول على هذا العنوان."
  }
}
