/** Why fields are invalid, in Arabic. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "مطلوب",
  "has the wrong type": "نوعه غير صحيح",
  "must be # to # characters, and no control characters": "يجب أن يكون من # إلى # حرفًا، دون أحرف تحكم",
  "must be # to # characters, no control characters, and no space at its ends":
    "يجب أن يكون من # إلى # حرفًا، دون أحرف تحكم ودون مسافات في طرفيه",
  "must be # to # characters without control characters": "يجب أن يكون من # إلى # حرفًا دون أحرف تحكم",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "يجب أن يتكون من # إلى # من أحرف ASCII المرئية دون علامات اقتباس أو شرطات مائلة عكسية",
  "must be # to # visible ASCII characters": "يجب أن يتكون من # إلى # من أحرف ASCII المرئية",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "يجب ألا يكون مطالبة يضبطها Latchkey أو يعرّفها معيار",
  "must be # to # characters without spaces": "يجب أن يكون من # إلى # حرفًا دون مسافات",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "يجب أن يكون من # إلى # من الأحرف اللاتينية الصغيرة والأرقام والواصلات، ويبدأ بحرف",
  "must be # upper-case letters and digits": "يجب أن يتكون من # من الأحرف اللاتينية الكبيرة والأرقام",
  "must be a whole number from # to #": "يجب أن يكون عددًا صحيحًا من # إلى #",
  "must be a whole number of seconds from # to #": "يجب أن يكون عددًا صحيحًا من الثواني من # إلى #",
  "must be a whole number of hours from # to #": "يجب أن يكون عددًا صحيحًا من الساعات من # إلى #",
  "must be a whole number of days from # to #": "يجب أن يكون عددًا صحيحًا من الأيام من # إلى #",
  "must be a number": "يجب أن يكون عددًا",
  "must be at most # characters": "يجب ألا يزيد على # حرفًا",
  "must be at most # hosts": "يجب ألا تزيد على #",
  "must be at most # origins": "يجب ألا تزيد على #",
  "must be at most # domains": "يجب ألا تزيد على #",
  "must be at most # values": "يجب ألا تزيد على #",
  "must be at most # fields": "يجب ألا تزيد على #",
  "must be at most # providers": "يجب ألا تزيد على #",
  "must be at most # scopes": "يجب ألا تزيد على #",
  "must be at most # audiences": "يجب ألا تزيد على #",
  "must be at most # claims": "يجب ألا تزيد على #",
  "must be at most # app links": "يجب ألا تزيد على #",
  "must be at most # client ids": "يجب ألا تزيد على #",
  "must be a host name without scheme, port or final dot, in lower case":
    "يجب أن يكون اسم مضيف بأحرف صغيرة، دون بروتوكول أو منفذ أو نقطة في آخره",
  "must be an origin such as https://app.example.com": "يجب أن يكون أصلًا مثل https://app.example.com",
  "must be an absolute http or https URL": "يجب أن يكون عنوان URL كاملًا يبدأ بـ http أو https",
  "must be a domain such as example.com, in lower-case ASCII": "يجب أن يكون نطاقًا بأحرف ASCII صغيرة مثل example.com",
  "must be a color such as #1f5eff": "يجب أن يكون لونًا مثل #1f5eff",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "يجب أن يكون عنوان https، أو عنوانًا بمخطط مثل com.example.app، من دون معاملات",
  "must be an https URL": "يجب أن يكون عنوان URL يبدأ بـ https",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "يجب أن يكون عنوان URL يبدأ بـ https، أو mailto مثل mailto:help@example.com",
  "must be a URL without a query": "يجب أن يكون عنوان URL دون استعلام",
  "must be a URL with https. Only localhost may use http":
    "يجب أن يكون عنوان URL يبدأ بـ https. لا يجوز http إلا لـ localhost",
  "must be https, as the service is. Only localhost may use http":
    "يجب أن يبدأ بـ https مثل الخدمة. لا يجوز http إلا لـ localhost",
  "is not a valid URL, or part of one": "ليس عنوان URL صالحًا ولا جزءًا صالحًا منه",
  "must be a scope such as email": "يجب أن يكون نطاق صلاحية مثل email",
  "must be a text without line breaks, as the provider shows it": "يجب أن يكون نصًا دون فواصل أسطر، كما يعرضه الموفر",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "يجب أن يكون المفتاح الخاص من Apple: ملف ‎.p#‎ كاملًا، من -----BEGIN PRIVATE KEY----- إلى -----END PRIVATE KEY-----",
  "is required: what the button says": "مطلوب: نص الزر",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "مطلوب: عنوان URL الذي يذكره الموفر بوصفه issuer، مثل https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "مطلوب: سر العميل، أو null إن كانت التطبيقات الأصلية وحدها تستخدم الموفر",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "مطلوب: teamId وkeyId كما تعرضهما Apple بجانب المفتاح",
  "must have teamId and keyId": "يجب أن يحتوي teamId وkeyId",
  "belongs to providers of the kind apple only": "يخص الموفرين من نوع apple وحدهم",
  "must have different ids": "يجب أن تكون معرّفاتها مختلفة",
  "must have different issuers": "يجب أن تكون قيم issuer فيها مختلفة",
  "belongs to another instance": "يخص مثيلًا آخر",
  "belongs to another provider of the instance: change that one": "يخص موفرًا آخر في المثيل: غيّر ذلك الموفر",
  "belongs to another provider of the instance: choose another one": "يخص موفرًا آخر في المثيل: اختر غيره",
  "cannot be changed, because identities of users belong to it: add another provider":
    "لا يمكن تغييره لأن هويات مستخدمين مرتبطة به: أضف موفرًا آخر",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "يجب أن يبقى: ليس للمثيل طريقة أخرى لتسجيل الدخول. فعّل طريقة أخرى أولًا",
  "requires a server key: set SECRET_KEY and restart the service":
    "يحتاج إلى مفتاح للخادم: اضبط SECRET_KEY وأعد تشغيل الخدمة",
  "requires an email provider, because a link verifies the address": "يحتاج إلى موفر بريد، لأن رابطًا يؤكد العنوان",
  "requires magic links and an email provider, because a link verifies the address":
    "يحتاج إلى روابط تسجيل الدخول وموفر بريد، لأن رابطًا يؤكد العنوان",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "لا يمكن إيقافه إلا إذا أمكن تسجيل الدخول بالروابط، وهي تحتاج إلى موفر بريد، أو بموفر هوية",
  "can be at most #: delete one first": "لا تزيد على #: احذف واحدًا أولًا",
  "must be the host of the instance, or a domain that contains it": "يجب أن يكون مضيف المثيل أو نطاقًا يتضمنه",
  "is not an email address": "ليس عنوان بريد إلكتروني",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "يجب أن يكون عنوان https لعنوان عام، ما لم تذكر إعدادات الخادم المضيف",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "يجب أن يكون عنوان https أو http بمضيف بأحرف صغيرة، دون مستخدم أو كلمة مرور أو جزء",
  "must be null for all events, or a list of one type or more, each once":
    "يجب أن يحتوي نوعًا واحدًا على الأقل، كلًا مرة واحدة",
  "must have each type once": "يجب أن يرد كل نوع مرة واحدة",
  "must not name a domain twice": "يجب ألا يتكرر نطاق",
  "must not name a scope twice": "يجب ألا يتكرر نطاق",
  "must not name an app link twice": "يجب ألا يتكرر رابط تطبيق",
  "must not name an audience twice": "يجب ألا تتكرر جهة مستهدفة",
  "must not name a claim twice": "يجب ألا تتكرر مطالبة",
  "must not name a field twice": "يجب ألا يتكرر حقل",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "يجب أن يبدأ بحرف لاتيني وألا يزيد على # من الأحرف والأرقام والشرطات السفلية",
  "must have tags of languages as its names, such as de or pt-BR": "يجب أن يبدأ برموز لغات مثل de أو pt-BR",
  "must have a value": "يجب أن يحتوي قيمة",
  "must not have a value twice": "يجب ألا تتكرر قيمة",
  "must not begin or end with a space": "يجب ألا يبدأ أو ينتهي بمسافة",
  "must not have both values to choose from and lengths": "يجب ألا يجمع بين قيم للاختيار وحدود للطول",
  "must have bounds between which there is a value": "يجب أن تقع قيمة بين حدوده",
  "must be a text: this is the name of the user": "يجب أن يكون نصًا: هذا اسم المستخدم",
  "must be a language tag such as de or pt-BR": "يجب أن يكون رمز لغة مثل de أو pt-BR",
  "is defined in the code of the app: change it there, and start the app again":
    "محدد في شيفرة التطبيق: غيّره هناك وأعد تشغيل التطبيق",
  "is disabled: enable the operator first": "معطّل: فعّله أولًا",
  "gets no invitation, because no email provider is configured": "لا يتلقى دعوة لأنه لم يُضبط موفر بريد",
  "gets no test email, because no email provider is configured": "لا يتلقى بريدًا تجريبيًا لأنه لم يُضبط موفر بريد"
}
