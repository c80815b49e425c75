/** Why fields are invalid, in Brazilian Portuguese. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "é obrigatório",
  "has the wrong type": "não é do tipo certo",
  "must be # to # characters, and no control characters": "deve ter de # a # caracteres, sem caracteres de controle",
  "must be # to # characters, no control characters, and no space at its ends":
    "deve ter de # a # caracteres, sem caracteres de controle nem espaços nas pontas",
  "must be # to # characters without control characters": "deve ter de # a # caracteres sem caracteres de controle",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "deve ter de # a # caracteres ASCII visíveis, sem aspas nem barras invertidas",
  "must be # to # visible ASCII characters": "deve ter de # a # caracteres ASCII visíveis",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "não deve ser uma claim que o Latchkey define ou que um padrão define",
  "must be # to # characters without spaces": "deve ter de # a # caracteres sem espaços",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "deve ter de # a # letras minúsculas, dígitos e hifens, e começar com uma letra",
  "must be # upper-case letters and digits": "deve ter # letras maiúsculas e dígitos",
  "must be a whole number from # to #": "deve ser um número inteiro de # a #",
  "must be a whole number of seconds from # to #": "deve ser um número inteiro de segundos, de # a #",
  "must be a whole number of hours from # to #": "deve ser um número inteiro de horas, de # a #",
  "must be a whole number of days from # to #": "deve ser um número inteiro de dias, de # a #",
  "must be a number": "deve ser um número",
  "must be at most # characters": "deve ter no máximo # caracteres",
  "must be at most # hosts": "devem ser no máximo #",
  "must be at most # origins": "devem ser no máximo #",
  "must be at most # domains": "devem ser no máximo #",
  "must be at most # values": "devem ser no máximo #",
  "must be at most # fields": "devem ser no máximo #",
  "must be at most # providers": "devem ser no máximo #",
  "must be at most # scopes": "devem ser no máximo #",
  "must be at most # audiences": "devem ser no máximo #",
  "must be at most # claims": "devem ser no máximo #",
  "must be at most # app links": "devem ser no máximo #",
  "must be at most # client ids": "devem ser no máximo #",
  "must be a host name without scheme, port or final dot, in lower case":
    "deve ser um nome de host em minúsculas, sem esquema, porta nem ponto final",
  "must be an origin such as https://app.example.com": "deve ser uma origem, como https://app.example.com",
  "must be an absolute http or https URL": "deve ser uma URL absoluta com http ou https",
  "must be a domain such as example.com, in lower-case ASCII":
    "deve ser um domínio em minúsculas ASCII, como example.com",
  "must be a color such as #1f5eff": "deve ser uma cor, como #1f5eff",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "deve ser uma URL https, ou uma URL de um esquema como com.example.app, sem parâmetros",
  "must be an https URL": "deve ser uma URL com https",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "deve ser uma URL com https, ou uma mailto como mailto:help@example.com",
  "must be a URL without a query": "deve ser uma URL sem query",
  "must be a URL with https. Only localhost may use http": "deve ser uma URL com https. Só localhost pode usar http",
  "must be https, as the service is. Only localhost may use http":
    "deve usar https, como o serviço. Só localhost pode usar http",
  "is not a valid URL, or part of one": "não é uma URL válida, nem uma parte válida de uma",
  "must be a scope such as email": "deve ser um escopo, como email",
  "must be a text without line breaks, as the provider shows it":
    "deve ser um texto sem quebras de linha, como o provedor mostra",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "deve ser a chave privada da Apple: o arquivo .p# inteiro, de -----BEGIN PRIVATE KEY----- a -----END PRIVATE KEY-----",
  "is required: what the button says": "é obrigatório: o texto do botão",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "é obrigatório: a URL que o provedor indica como issuer, como https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "é obrigatório: o segredo do cliente, ou null se só aplicativos nativos entram com o provedor",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "é obrigatório: teamId e keyId, como a Apple mostra ao lado da chave",
  "must have teamId and keyId": "deve ter teamId e keyId",
  "belongs to providers of the kind apple only": "só vale para provedores do tipo apple",
  "must have different ids": "devem ter IDs diferentes",
  "must have different issuers": "devem ter issuers diferentes",
  "belongs to another instance": "pertence a outra instância",
  "belongs to another provider of the instance: change that one":
    "pertence a outro provedor da instância: altere aquele",
  "belongs to another provider of the instance: choose another one":
    "pertence a outro provedor da instância: escolha outro",
  "cannot be changed, because identities of users belong to it: add another provider":
    "não pode ser alterado, porque identidades de usuários dependem dele: adicione outro provedor",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "deve ficar: a instância não tem outra forma de entrar. Ative outra primeiro",
  "requires a server key: set SECRET_KEY and restart the service":
    "precisa de uma chave do servidor: defina SECRET_KEY e reinicie o serviço",
  "requires an email provider, because a link verifies the address":
    "precisa de um provedor de e-mail, porque um link confirma o endereço",
  "requires magic links and an email provider, because a link verifies the address":
    "precisa de links de acesso e de um provedor de e-mail, porque um link confirma o endereço",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "só pode ser desativado enquanto for possível entrar com links, que precisam de um provedor de e-mail, ou com um provedor de identidade",
  "can be at most #: delete one first": "podem ser no máximo #: exclua um primeiro",
  "must be the host of the instance, or a domain that contains it":
    "deve ser o host da instância, ou um domínio que o contenha",
  "is not an email address": "não é um endereço de e-mail",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "deve ser uma URL https de um endereço público, a menos que as configurações do servidor listem o host",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "deve ser uma URL https ou http, com o host em minúsculas, sem usuário, senha nem fragmento",
  "must be null for all events, or a list of one type or more, each once": "deve ter ao menos um tipo, cada um uma vez",
  "must have each type once": "deve ter cada tipo só uma vez",
  "must not name a domain twice": "não deve repetir um domínio",
  "must not name a scope twice": "não deve repetir um escopo",
  "must not name an app link twice": "não deve repetir um link de aplicativo",
  "must not name an audience twice": "não deve repetir uma audiência",
  "must not name a claim twice": "não deve repetir uma claim",
  "must not name a field twice": "não deve repetir um campo",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "deve começar com uma letra e ter no máximo # letras, dígitos e sublinhados",
  "must have tags of languages as its names, such as de or pt-BR":
    "deve começar com códigos de idioma, como de ou pt-BR",
  "must have a value": "deve ter um valor",
  "must not have a value twice": "não deve repetir um valor",
  "must not begin or end with a space": "não deve começar nem terminar com espaço",
  "must not have both values to choose from and lengths":
    "não deve ter ao mesmo tempo valores para escolher e tamanhos",
  "must have bounds between which there is a value": "deve ter limites entre os quais exista um valor",
  "must be a text: this is the name of the user": "deve ser um texto: é o nome do usuário",
  "must be a language tag such as de or pt-BR": "deve ser um código de idioma, como de ou pt-BR",
  "is defined in the code of the app: change it there, and start the app again":
    "está definido no código do aplicativo: altere lá e reinicie o aplicativo",
  "is disabled: enable the operator first": "está desativado: ative primeiro",
  "gets no invitation, because no email provider is configured":
    "não recebe o convite, porque não há provedor de e-mail configurado",
  "gets no test email, because no email provider is configured":
    "não recebe o e-mail de teste, porque não há provedor de e-mail configurado"
}
