/** Problems in words for users, in Arabic. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "بعد قليل",
  invalid_request: "هناك مشكلة في البيانات التي أدخلتها.",
  invalid_credentials: "عنوان البريد الإلكتروني أو كلمة المرور غير صحيحة.",
  invalid_token: "الرابط أو الرمز غير صالح. ربما انتهت صلاحيته، أو سبق استخدام رابط أو رمز أُرسل إلى هذا العنوان.",
  password_disabled: "لا يمكنك استخدام كلمة مرور هنا. سجّل الدخول باستخدام رابط.",
  sign_up_closed: "لا يمكنك إنشاء حساب هنا.",
  forbidden_origin: "أُرسل هذا الطلب من موقع ويب آخر.",
  not_found: "لم نعثر على هذه الصفحة.",
  payload_too_large: "النص طويل جدًا. اختصره ثم أعد المحاولة.",
  unsupported_media_type: "تعذّرت معالجة النموذج. أعد تحميل الصفحة ثم أعد المحاولة.",
  signup_rate_limited: (when) => `أُنشئت حسابات كثيرة جدًا من شبكتك. أعد المحاولة ${when}.`,
  signin_rate_limited: (when) => `محاولات تسجيل دخول كثيرة جدًا. أعد المحاولة ${when}.`,
  magic_link_rate_limited: (when) => `طُلبت روابط كثيرة جدًا. أعد المحاولة ${when}. الروابط السابقة لا تزال صالحة.`,
  internal_error: "حدث خطأ من جانبنا. أعد المحاولة بعد قليل.",
  service_unavailable: (when) => `الخدمة غير متاحة مؤقتًا. أعد المحاولة ${when}.`,
  unauthenticated: "لم تسجّل الدخول.",
  reauthentication_required: "أكّد أنك أنت، ثم أعد المحاولة.",
  email_not_verified: "أكّد عنوان بريدك الإلكتروني أولًا.",
  password_too_short: "كلمة المرور لا تستوفي الشروط.",
  no_sign_in_method: "لن تبقى طريقة أخرى لتسجيل الدخول إلى هذا الحساب.",
  email_already_exists: "يوجد حساب بهذا البريد الإلكتروني بالفعل.",
  sign_up_refused: "لا يمكنك إنشاء حساب بهذا البريد الإلكتروني.",
  magic_link_disabled: "روابط تسجيل الدخول غير متاحة. سجّل الدخول باستخدام كلمة المرور.",
  magic_link_code_disabled: "لا يمكنك استخدام رمز هنا. سجّل الدخول بالرابط الوارد في الرسالة.",
  passkey_disabled: "لا يمكنك استخدام مفتاح مرور هنا.",
  passkey_already_exists: "أُضيف مفتاح المرور هذا من قبل.",
  too_many_passkeys: "يمكنك امتلاك 20 مفتاح مرور على الأكثر. أزل مفتاحًا أولًا.",
  identity_provider_disabled: "لا يمكنك تسجيل الدخول هنا بهذا المزوّد.",
  identity_rejected: "لم ينجح تسجيل الدخول بهذا المزوّد. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.",
  identity_provider_unavailable: (when) => `لا يستجيب هذا المزوّد. حاول مرة أخرى ${when}.`,
  proof_required: "لديك حساب بعنوان البريد الإلكتروني هذا. سجّل الدخول إليه ثم اربط المزوّد.",
  too_many_identities: "يمكنك ربط 20 حسابًا على الأكثر. ألغِ ربط أحدها أولًا.",
  factor_recovery_disabled: "لا يمكنك استعادة حسابك بالبريد الإلكتروني هنا.",
  factor_recovery_not_needed: "لا شيء يحتاج إلى الاستعادة: ما زال بإمكانك تغيير حسابك.",
  factor_recovery_too_early: "ما زال الوقت مبكرًا. افتح الرابط مجددًا بعد انتهاء فترة الانتظار.",
  second_factor_disabled: "لا يمكنك إعداد تطبيق مصادقة هنا.",
  second_factor_exists: "لديك تطبيق مصادقة بالفعل. أزله أولًا لإعداد تطبيق آخر.",
  device_sign_in_disabled: "لا يمكنك تسجيل الدخول على أجهزة أخرى برمز هنا.",
  audience_not_allowed: "هذا التطبيق غير مُعدّ للخدمة التي يستدعيها.",
  access_tokens_disabled: "هذا التطبيق غير مُعدّ بعد لاستدعاء خدمات أخرى.",
  network_error: "تعذّر الاتصال بالخادم. تحقق من اتصالك ثم أعد المحاولة. وإذا كان اتصالك يعمل، فالمشكلة من جانبنا.",
  aborted: "أُلغي الطلب.",
  passkey_canceled: "لم يُستخدم أي مفتاح مرور. أعد المحاولة أو اختر طريقة أخرى.",
  passkey_rejected: "لا يمكنك تسجيل الدخول بمفتاح المرور هذا. اختر طريقة أخرى.",
  passkey_unavailable: "لم تنجح العملية. أعد المحاولة بعد قليل أو اختر طريقة أخرى.",
  unexpected_reply: "حدث خطأ من جانبنا. أعد المحاولة بعد قليل."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/ar"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("ar", messages)
