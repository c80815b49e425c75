/** The texts of the pages about sign-in providers, in Arabic. */
import { reasonIn } from "../../../core/reasons/ar.ts"
import { format } from "../../../../language/ar.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "موفرو تسجيل الدخول",
  intro: "يستطيع المستخدمون تسجيل الدخول بحساب لديهم في مكان آخر. في صفحة تسجيل الدخول زر لكل موفر مفعّل.",
  kind: "النوع",
  issuer: "جهة الإصدار",
  state: "الحالة",
  on: "مفعّل",
  off: "معطّل",
  add: "إضافة موفر",
  addIntro: "OpenID Connect لأي موفر آخر، مثل Keycloak أو Okta أو Latchkey آخر.",
  unavailable: "لا تستطيع هذه الخدمة الوصول إلى موفري تسجيل الدخول، لذا لا يراهم المستخدمون: لم يُضبط أي محوّل.",
  count: (count) =>
    `${format.plural(count, { one: "موفر واحد", two: "موفران", few: "# موفرين", many: "# موفرًا", other: "# موفر" })}`,
  empty: {
    title: "لا يوجد موفرون بعد",
    text: "أضف موفرًا ليتمكن المستخدمون من الدخول بحساب لديهم بالفعل، مثل حساب Google."
  },
  noKey: "لم يُضبط مفتاح للخادم، لذا لا يمكن تخزين سر العميل. اضبط SECRET_KEY وأعد تشغيل الخدمة.",
  addOidc: "إضافة موفر OpenID Connect",
  addOne: (name) => `إضافة \u2068${name}\u2069`,
  provider: "الموفر",
  redirectUri: "عنوان إعادة التوجيه",
  addButton: "إضافة الموفر",
  notices: {
    deleted: "حُذف الموفر.",
    added: "أُضيف الموفر وظهر زره في صفحة تسجيل الدخول. افحصه الآن.",
    disabled: "عُطّل الموفر. لا يستطيع المستخدمون الدخول به.",
    enabled: "فُعّل الموفر. يستطيع المستخدمون الدخول به.",
    saved: "تم الحفظ."
  },
  topics: {
    adapter: "هذه الخدمة",
    algorithms: "التواقيع",
    authorization_endpoint: "صفحة تسجيل الدخول",
    client_secret: "سر العميل",
    discovery: "البيانات الوصفية",
    flow: "مسار تسجيل الدخول",
    keys: "المفاتيح",
    redirect_uri: "عنوان إعادة التوجيه",
    token_endpoint: "نقطة الرموز المميزة",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "سليم",
  problem: "مشكلة",
  result: "نتيجة الفحص",
  nothingWrong: "لا مشكلة، بقدر ما يستطيع الفحص معرفته دون مستخدم.",
  problems: (count) =>
    `${format.plural(count, { one: "هناك مشكلة", two: "هناك مشكلتان", few: "هناك # مشكلات", many: "هناك # مشكلة", other: "هناك # مشكلة" })}.`,
  canSignIn: "يستطيع المستخدمون الدخول به",
  noTurnedOff: "لا، معطّل",
  stored: "مخزّن",
  check: "فحص",
  turnOff: "تعطيل",
  turnOn: "تفعيل",
  deleteTitle: (name) => `هل تريد حذف \u2068${name}\u2069؟`,
  deleteText:
    "لن يستطيع المستخدمون الدخول به. من ليست لديه طريقة أخرى يستطيع طلب رابط تسجيل دخول إن كانت الروابط مفعّلة. تبقى الحسابات المرتبطة وتعود للعمل إن أضفت موفرًا بجهة الإصدار نفسها. للاحتفاظ بالإعدادات، عطّله بدلًا من ذلك.",
  notDeleted: (reason) => `لم يتم الحذف. \u2068${reason}\u2069`,
  reason: (reason) => `الموفر: \u2068${reasonIn(reason)}\u2069.`,
  otherField: (field, reason) => `«\u2068${field}\u2069»: \u2068${reasonIn(reason)}\u2069.`,
  where: {
    google:
      "في وحدة تحكم Google Cloud ضمن «APIs & Services» ثم «Credentials»، أنشئ معرّف عميل OAuth من نوع «Web application» بعنوان إعادة التوجيه هذا. يعرض Google بعدها معرّف العميل وسره.",
    microsoft:
      "في مركز إدارة Microsoft Entra ضمن «App registrations»، سجّل تطبيقًا بعنوان إعادة التوجيه هذا للمنصة «Web». تعرض نظرته العامة معرّف التطبيق (العميل). أنشئ سر العميل ضمن «Certificates & secrets» وانسخ قيمته.",
    apple:
      "في حساب Apple Developer، أنشئ Services ID لـ «Sign in with Apple» بعنوان إعادة التوجيه هذا: معرّفه هو معرّف العميل. ضمن «Keys» أنشئ مفتاحًا لـ «Sign in with Apple» ونزّل ملفه بصيغة ‎.p8.",
    github:
      "في GitHub ضمن «Developer settings» ثم «OAuth Apps»، سجّل تطبيقًا بعنوان إعادة التوجيه هذا كعنوان رد. يعرض GitHub بعدها معرّف العميل وينشئ سر العميل.",
    oidc: "لدى الموفر، سجّل عميلًا سريًا لمسار رمز التفويض بعنوان إعادة التوجيه هذا. يعرض الموفر بعدها معرّف العميل وسره."
  },
  fields: {
    name: {
      label: "الاسم",
      hint: "يظهر على الزر، مثل «المتابعة باستخدام Google»."
    },
    issuer: {
      label: "جهة الإصدار",
      hint: "العنوان الذي يسمّيه الموفر جهة إصداره، مثل https://id.example.com. لا يمكن تغييره لاحقًا."
    },
    microsoftIssuerHint:
      "كما هو يشمل حسابات كل المؤسسات. لمؤسسة واحدة استبدل {tenantid} بمعرّف المستأجر. لا يمكن تغييره لاحقًا.",
    id: {
      label: "المعرّف",
      hint: "اختياري: الاسم الذي تستخدمه البرامج وسجل التدقيق. لا يمكن تغييره لاحقًا."
    },
    clientId: {
      label: "معرّف العميل"
    },
    teamId: {
      label: "معرّف الفريق",
      hint: "عشرة أحرف وأرقام، أعلى يمين حساب Apple Developer."
    },
    keyId: {
      label: "معرّف المفتاح",
      hint: "عشرة أحرف وأرقام، بجانب المفتاح."
    },
    emailTrust: {
      label: "عناوين البريد المؤكدة لدى هذا الموفر",
      hint: "لا تختر غير الأول إلا لموفر يتحقق بنفسه من كل عنوان. وإلا استطاع مستخدم هناك إدخال عنوان غيره والاستيلاء على حسابه هنا.",
      options: {
        never: "لا تثبت شيئًا: يؤكدها المستخدمون بالبريد",
        claim: "مؤكدة هنا أيضًا، لكنها لا تفتح حسابًا سبق تأكيده",
        authoritative: "مؤكدة هنا أيضًا وتفتح الحساب الذي يملكها"
      }
    },
    presetTrustHint: "الخيار الأخير مناسب غالبًا. لا يقبل Latchkey إلا عناوين هذا الموفر مسؤول عنها.",
    scopes: {
      label: "نطاقات إضافية",
      hint: "اختياري، واحد في كل سطر: ما يُطلب من الموفر إضافة إلى ما يلزم لتسجيل الدخول."
    },
    nativeClientIds: {
      label: "معرّفات عملاء التطبيقات الأصلية",
      hint: "اختياري، واحد في كل سطر: تطبيقات تسجّل الدخول برمز ID."
    },
    trustsMfa: {
      label: "الدخول متعدد العوامل هناك محسوب هنا",
      hint: "إن قال الموفر إن المستخدم دخل بعدة عوامل فلا يُطلب عامل ثانٍ هنا."
    }
  },
  secret: {
    label: "سر العميل",
    key: "المفتاح الخاص",
    whole: "ملف ‎.p8 كاملًا.",
    optional: "اختياري لعميل عام.",
    keep: "اتركه فارغًا للاحتفاظ بالمخزّن.",
    encrypted: "يُخزّن مشفّرًا ولا يُعرض أبدًا."
  }
}
