/** The texts of emails in Portuguese as in Brazil. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("pt-BR")

const forms = {
  minute: { one: "# minuto", other: "# minutos" },
  day: { one: "# dia", other: "# dias" }
}
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

const when = ({ device, time }: Occasion) =>
  device === undefined ? `em ${time}` : `em ${time}, neste dispositivo: ${device}`

const requested = (occasion: Occasion) => `Este link foi solicitado ${when(occasion)}.`

const othersSignedOut = "Todos os outros dispositivos foram desconectados."
const ignore = "Ignore este e-mail e não compartilhe o link."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser} no ${system}`),
  unknownDevice: "Dispositivo desconhecido",
  validity: (lifetime) => `O link funciona uma única vez e expira em ${duration(lifetime)}.`,
  copyLink: "Ou copie e cole este endereço no navegador:",
  magicLink: {
    subject: ({ instance }) => `Entre em ${instance}`,
    action: ({ instance }) => `Entrar em ${instance}`,
    purpose: ({ place }) => `Use este link para entrar em ${place}.`,
    origin: requested,
    advice: `Não foi você que pediu? ${ignore}`
  },
  magicLinkCode: {
    about: (lifetime) =>
      `Ou digite este código onde você pediu o link. Ele expira ${duration(lifetime)} depois do seu pedido.`,
    advice: "Não foi você que pediu? Ignore este e-mail. Não compartilhe o link nem o código com ninguém."
  },
  passwordReset: {
    subject: ({ instance }) => `Crie uma nova senha para ${instance}`,
    action: () => "Criar uma nova senha",
    purpose: ({ place }) => `Use este link para criar uma nova senha para sua conta em ${place}.`,
    origin: requested,
    advice: `Não foi você que pediu? ${ignore} Sua senha continua a mesma.`
  },
  signUp: {
    subject: ({ instance }) => `Conclua seu cadastro em ${instance}`,
    action: () => "Concluir o cadastro",
    purpose: ({ place }) => `Use este link para criar sua conta em ${place}.`,
    origin: (occasion) => `Alguém se cadastrou com este endereço de e-mail ${when(occasion)}.`,
    advice: `Não foi você? ${ignore} Sem ele, nenhuma conta será criada.`
  },
  existingAccount: {
    subject: ({ instance }) => `Você já tem uma conta em ${instance}`,
    event: ({ place, ...occasion }) =>
      `Alguém, talvez você, tentou se cadastrar com este endereço de e-mail ${when(occasion)}. Você já tem uma conta em ${place}.`,
    signIn: "Basta entrar:",
    setPassword: "Esqueceu sua senha? Crie uma nova:",
    advice: "Não foi você? Você não precisa fazer nada. Nada mudou."
  },
  invitation: {
    subject: ({ instance }) => `Seu convite para ${instance}`,
    action: () => "Criar minha conta",
    purpose: ({ place }) => `Você recebeu um convite. Use este link para criar sua conta em ${place}.`,
    origin: (occasion) => `Um administrador convidou você ${when(occasion)}.`,
    advice: `Não esperava este convite? ${ignore} Sem ele, nenhuma conta será criada.`
  },
  emailChange: {
    subject: () => "Confirme seu novo e-mail",
    action: () => "Confirmar o novo e-mail",
    purpose: ({ place }) => `Use este link para confirmar seu novo e-mail em ${place}.`,
    origin: (occasion) => `${requested(occasion)} Abra o link em um navegador em que sua conta esteja conectada.`,
    advice: `Não foi você que pediu? ${ignore} Nada será alterado.`
  },
  emailChanged: {
    subject: () => "Seu e-mail foi alterado",
    action: () => "Restaurar este endereço de e-mail",
    purpose: ({ place }) =>
      `Alguém alterou o e-mail da sua conta em ${place}. Se não foi você, use este link para restaurar este endereço.`,
    origin: (occasion) => `A alteração foi feita ${when(occasion)}.`,
    advice: "Foi você? Então não precisa fazer nada. Não compartilhe o link."
  },
  factorRecovery: {
    subject: ({ instance }) => `Alguém quer recuperar sua conta em ${instance}`,
    action: () => "Ver ou cancelar o pedido",
    purpose: ({ place }) =>
      `Alguém que entrou na sua conta em ${place} diz que perdeu as chaves de acesso e o aplicativo autenticador e quer removê-los.`,
    period: ({ from, until }) =>
      `Este link permite isso entre ${from} e ${until}. Ele também cancela o pedido a qualquer momento.`,
    origin: requested,
    advice:
      "Não foi você? Abra o link e cancele o pedido. Depois, crie uma nova senha: outra pessoa poderia entrar na sua conta. Não compartilhe o link."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `Agora você pode recuperar sua conta em ${instance}`,
    action: () => "Recuperar sua conta",
    purpose: ({ place }) =>
      `Use este link para remover as chaves de acesso e o aplicativo autenticador perdidos da sua conta em ${place}. Depois, entre e configure novos.`,
    period: ({ until }) => `Ele funciona uma vez, até ${until}.`,
    origin: requested,
    advice:
      "Não foi você? Abra o link e cancele o pedido. Depois, crie uma nova senha: outra pessoa poderia entrar na sua conta. Não compartilhe o link."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `Uma senha foi criada para sua conta em ${instance}`,
      event: ({ place, ...occasion }) => `Uma senha foi criada para sua conta em ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `A senha da sua conta em ${instance} foi alterada`,
      event: ({ place, ...occasion }) => `A senha da sua conta em ${place} foi alterada ${when(occasion)}.`,
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `A senha da sua conta em ${instance} foi removida`,
      event: ({ place, ...occasion }) => `Você confirmou este endereço de e-mail em ${place} ${when(occasion)}.`,
      effect:
        "Já existia uma conta com este endereço, e talvez não tenha sido você que a criou. Por isso, a senha dela foi removida e todos os outros dispositivos foram desconectados."
    },
    sessions_revoked: {
      subject: ({ instance }) => `Sua conta em ${instance} foi desconectada em todos os dispositivos`,
      event: ({ place, ...occasion }) =>
        `Um administrador desconectou você de ${place} em todos os dispositivos ${when(occasion)}.`,
      effect: "Para continuar, entre novamente."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Muitas tentativas de entrar na sua conta em ${instance} falharam`,
      event: ({ place, time }) =>
        `Até ${time}, pelo menos ${maxFailures} tentativas seguidas de entrar na sua conta em ${place} falharam.`,
      effect:
        "Para proteger sua conta, sua senha não funciona mais em dispositivos novos. Os dispositivos em que você já entrou antes não são afetados."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `Sua conta em ${instance} será excluída`,
      event: ({ place, ...occasion }) => `Você pediu a exclusão da sua conta em ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Sua conta em ${instance} não será excluída`,
      event: ({ place, ...occasion }) => `A exclusão da sua conta em ${place} foi cancelada ${when(occasion)}.`,
      effect: "Sua conta será mantida."
    },
    email_restored: {
      subject: ({ instance }) => `Sua conta em ${instance} voltou a ter o e-mail anterior`,
      event: ({ place, ...occasion }) =>
        `O e-mail anterior da sua conta em ${place} foi restaurado ${when(occasion)}. O endereço em que você recebe esta mensagem não está mais associado a ela.`,
      effect: "Os dois endereços já tinham sido restaurados antes. Por isso, não há um link para desfazer a mudança."
    },
    passkey_added: {
      subject: ({ instance }) => `Uma chave de acesso foi adicionada à sua conta em ${instance}`,
      event: ({ place, ...occasion }) =>
        `Uma chave de acesso foi adicionada à sua conta em ${place} ${when(occasion)}.`,
      effect:
        "A partir de agora, você pode entrar com ela. A página da sua conta mostra todas as suas chaves de acesso."
    },
    passkey_removed: {
      subject: ({ instance }) => `Uma chave de acesso da sua conta em ${instance} foi removida`,
      event: ({ place, ...occasion }) => `Uma chave de acesso da sua conta em ${place} foi removida ${when(occasion)}.`,
      effect: "Você não pode mais entrar com ela."
    },
    second_factor_added: {
      subject: ({ instance }) => `Sua conta em ${instance} tem um segundo fator`,
      event: ({ place, ...occasion }) =>
        `Um aplicativo autenticador foi configurado para sua conta em ${place} ${when(occasion)}.`,
      effect:
        "Quando você entrar, pediremos um código desse aplicativo. Guarde seus códigos de recuperação em um lugar seguro."
    },
    second_factor_removed: {
      subject: ({ instance }) => `O segundo fator da sua conta em ${instance} foi removido`,
      event: ({ place, ...occasion }) => `O segundo fator da sua conta em ${place} foi removido ${when(occasion)}.`,
      effect: "Quando você entrar, não pediremos mais um código do seu aplicativo autenticador."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Sua conta em ${instance} tem novos códigos de recuperação`,
      event: ({ place, ...occasion }) =>
        `Novos códigos de recuperação foram criados para sua conta em ${place} ${when(occasion)}.`,
      effect: "Os anteriores não funcionam mais."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `Os códigos de recuperação da sua conta em ${instance} foram removidos`,
      event: ({ place, ...occasion }) =>
        `Os códigos de recuperação da sua conta em ${place} foram removidos ${when(occasion)}.`,
      effect:
        "Eles tinham sido criados há pouco tempo e não funcionam mais. Você pode criar outros na página da sua conta."
    },
    recovery_code_used: {
      subject: ({ instance }) => `Um código de recuperação da sua conta em ${instance} foi usado`,
      event: ({ place, ...occasion }) =>
        `Alguém entrou na sua conta em ${place} com um código de recuperação ${when(occasion)}.`,
      effect: "Esse código não funciona de novo. Você pode criar outros na página da sua conta."
    },
    second_factor_reset: {
      subject: ({ instance }) => `O segundo fator da sua conta em ${instance} foi redefinido`,
      event: ({ place, ...occasion }) =>
        `Um administrador removeu o segundo fator da sua conta em ${place} ${when(occasion)}.`,
      effect: "Você pode configurar um novo na página da sua conta."
    },
    passkeys_reset: {
      subject: ({ instance }) => `As chaves de acesso da sua conta em ${instance} foram removidas`,
      event: ({ place, ...occasion }) =>
        `Um administrador removeu todas as chaves de acesso da sua conta em ${place} ${when(occasion)}.`,
      effect:
        "Todos os dispositivos foram desconectados. Entre e adicione uma nova chave de acesso na página da sua conta."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `As chaves de acesso e o segundo fator da sua conta em ${instance} foram removidos`,
      event: ({ place, ...occasion }) =>
        `As chaves de acesso e o aplicativo autenticador da sua conta em ${place} foram removidos com um link enviado por e-mail ${when(occasion)}.`,
      effect: "Todos os dispositivos foram desconectados. Entre e configure novos."
    }
  },
  deletion: ({ time }) => `Sua conta será excluída em ${time}. Depois disso, não será possível recuperá-la.`,
  help: {
    setPassword: "Não foi você? Crie agora uma nova senha:",
    contact: ({ instance, support }) =>
      support === undefined
        ? `Não foi você? Entre em contato com ${instance}.`
        : `Não foi você? Entre em contato com ${instance}: ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `Alguma dúvida? Entre em contato com ${instance}.`
        : `Alguma dúvida? Entre em contato com ${instance}: ${support}`,
    signInWithLink: ({ button }) =>
      `Quer entrar em um dispositivo novo? Na página de login, escolha “${button}”. Depois disso, sua senha voltará a funcionar em qualquer dispositivo.`,
    setPasswordOnNewDevice: "Quer entrar em um dispositivo novo? Crie uma nova senha:",
    keepAccount: ({ button }) =>
      `Mudou de ideia ou não foi você? Entre e escolha “${button}”. Se não foi você, crie também uma nova senha:`
  }
}
