/** The texts of the pages about administrators, their keys and their access, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "Entrar no painel",
    again:
      "Entre novamente para mostrar que é você. Se tiver uma chave de acesso ou um aplicativo autenticador, use-o.",
    signedOut: "Você saiu.",
    needsScript: "Para entrar com uma chave de acesso, use um navegador atual com JavaScript ativado.",
    key: "Chave de administração",
    keyHint: (setting, command) => html`O valor da configuração ${setting}. Em desenvolvimento, ${command} o mostra.`,
    wrongKey: "Chave de administração incorreta.",
    withKey: "Entrar com a chave de administração",
    otherWays: (invite, start) =>
      html`Ainda não tem uma chave de acesso? Peça um link a outro administrador ou crie um com ${invite}. Em desenvolvimento, ${start} também mostra um. Se perdeu sua chave de acesso, peça que a removam e que convidem você novamente.`,
    resumeTitle: "Você entrou novamente",
    resume: "O que você enviou foi guardado, mas ainda não foi feito.",
    page: "Página"
  },
  enter: {
    expiredTitle: "Link expirado ou já usado",
    expired: (lifetime, named, setting, invite, start) =>
      html`Um link para o painel funciona uma vez. Ele expira depois de um tempo: ${lifetime}, ou ${named} se estiver em seu nome. Um link para qualquer pessoa precisa do mesmo ${setting} aqui e onde foi criado. Peça um novo a outro administrador ou crie um com ${invite}. Em desenvolvimento, ${start} também mostra um.`,
    anotherWay: "Entrar de outra forma",
    open: "Abrir o painel",
    text: (lifetime, idle) =>
      `Este link faz você entrar no painel neste dispositivo. Funciona uma vez. Você permanece conectado até fechar o navegador, no máximo ${lifetime}. Sem solicitações, a sessão termina antes: após ${idle}.`
  },
  account: {
    protect:
      "Antes de continuar, adicione uma chave de acesso ou configure um aplicativo autenticador: só um provedor de login ou um link não basta para o painel.",
    unnamed:
      "Você entrou sem nome, com a chave de administração ou um link para qualquer pessoa. As chaves de acesso pertencem a administradores com nome. Convide a si mesmo em “Administradores” e abra o link.",
    elsewhere: (host) => html`só funciona em ${host}, onde este painel ficava antes`,
    noDomain: "Este painel está em um endereço IP, onde os navegadores não aceitam chaves de acesso."
  },
  access: {
    intro: "Quem está conectado a este painel e quem ainda pode entrar com um link. Os mais recentes primeiro.",
    revoked: "A sessão foi desconectada.",
    revokedOthers: "Todas as outras sessões foram desconectadas.",
    withdrawn: "O convite foi cancelado.",
    methods: {
      admin_key: "com a chave de administração",
      invitation: "com um convite",
      passkey: "com uma chave de acesso",
      identity_provider: "com um provedor de login"
    },
    ofThisSession: "desta sessão",
    thisSession: "Esta sessão",
    signOut: "Desconectar",
    signOutOthers: "Desconectar todas as outras sessões",
    device: "Dispositivo",
    administrator: "Administrador",
    unnamed: (role) => `sem nome, função: ${role}`,
    named: (name, role) => `${name}, função: ${role}`,
    signedIn: "Entrada",
    lastActive: "Última atividade",
    expires: "Expira",
    sessions: "Sessões",
    sessionsIntro: (idle) =>
      `Uma sessão termina sem solicitações durante ${idle}. Uma sem nome termina também quando a chave de administração muda; então não funciona mais, mas continua na lista até expirar.`,
    countSessions: (count) => `${format.plural(count, { one: "# sessão", other: "# sessões" })}`,
    noSessions: {
      title: "Nenhuma sessão",
      text: "Ninguém está conectado."
    },
    withdraw: "Cancelar convite",
    theInvitation: (id) => `o convite ${id}`,
    for: "Para",
    anyone: (role) => `qualquer pessoa, função: ${role}`,
    created: "Criação",
    invitations: "Convites abertos",
    invitationsIntro:
      "Um convite vale para a primeira pessoa que o abre, mesmo que seja para outra. Os administradores que já têm uma chave de acesso ou um aplicativo autenticador também precisam usá-lo. Cancele os que você não criou.",
    countInvitations: (count) => `${format.plural(count, { one: "# convite", other: "# convites" })}`,
    noInvitations: {
      title: "Nenhum convite aberto",
      text: "Convide alguém em “Administradores”."
    }
  },
  keys: {
    intro: (setting, role) =>
      html`Os programas enviam uma chave à API de administração. ${setting} é mais uma chave, com a função “${role}”.`,
    nameHint: "O que usa a chave. Aparece no registro de auditoria.",
    lastDay: "Último dia",
    lastDayHint: "Opcional: o último dia em que a chave funciona, em UTC. Sem data, funciona até você revogá-la.",
    notADate: "não é uma data como 2027-02-22",
    past: "está no passado",
    empty: {
      title: "Ainda não há chaves de API",
      text: "Crie uma para cada programa que chama a API de administração, para poder revogá-la separadamente."
    },
    never: "Nunca",
    expired: "expirada",
    revoke: "Revogar",
    revoked: "A chave não funciona mais.",
    created: "Criação",
    lastUsed: "Último uso",
    expires: "Expira",
    create: "Criar uma chave",
    createIntro:
      "As chaves existentes continuam válidas. Para substituir uma, crie outra, altere o programa e revogue a antiga quando não for mais usada.",
    createButton: "Criar chave",
    count: (count) => `${format.plural(count, { one: "# chave", other: "# chaves" })}`,
    newTitle: "Nova chave de API",
    shown: (name) => html`Esta é a chave de ${name}. Copie-a agora: ela não será mostrada novamente.`,
    back: "Voltar às chaves de API"
  },
  operators: {
    intro: "Quem pode usar este painel e o que cada um pode fazer.",
    notices: {
      invited: "O convite está a caminho por e-mail.",
      disable: "O administrador foi desativado e desconectado.",
      enable: "O administrador pode entrar novamente.",
      delete: "O administrador foi excluído.",
      "remove-passkeys":
        "As chaves de acesso e o aplicativo autenticador foram removidos e o administrador foi desconectado. Convide-o novamente."
    },
    noEmailProvider: "Nenhum provedor de e-mail está configurado.",
    emailFailed: "O e-mail não pôde ser enviado. O log diz o motivo.",
    confirmations: {
      delete: {
        title: "Excluir este administrador?",
        text: "A pessoa é desconectada e não pode mais entrar. O registro de auditoria mantém o nome. Não é possível desfazer."
      },
      disable: {
        title: "Desativar este administrador?",
        text: "A pessoa é desconectada, seus convites param de funcionar e ela não pode entrar até você ativá-la novamente."
      },
      enable: {
        title: "Ativar este administrador?",
        text: "A pessoa pode entrar novamente, com sua chave de acesso ou um novo convite."
      },
      "remove-passkeys": {
        title: "Remover as chaves de acesso e o aplicativo autenticador deste administrador?",
        text: "A pessoa é desconectada de todos os dispositivos e precisa de um novo convite para entrar. Faça isso se ela perdeu um dispositivo."
      }
    },
    empty: {
      title: "Nenhum administrador tem nome ainda"
    },
    emptyText: (command) =>
      html`Quem tem a chave de administração ou um link de ${command} pode fazer tudo. Convide a si mesmo: assim o registro de auditoria diz quem fez o quê.`,
    states: {
      disabled: "Desativado",
      active: "Ativo",
      invited: "Convidado"
    },
    state: "Estado",
    passkeys: "Chaves de acesso",
    lastSignIn: "Último acesso",
    neverSignedIn: "nunca entrou",
    inviteSomeone: "Convidar alguém",
    inviteEmailed: (lifetime) =>
      `A pessoa recebe um e-mail com um link. Ele permite entrar uma vez, durante ${lifetime}.`,
    inviteByHand: (lifetime) =>
      `Nenhum provedor de e-mail está configurado, então você recebe um link para entregar. Ele permite entrar uma vez, durante ${lifetime}.`,
    invite: "Convidar",
    inviteAgain: "Convidar novamente",
    removePasskeys: "Remover chaves e aplicativo…",
    count: (count) => `${format.plural(count, { one: "# administrador", other: "# administradores" })}`,
    linkTitle: "Link de convite",
    handOver: (name, time) =>
      html`Entregue este link a ${name}. Ele permite entrar uma vez, até ${time}, e não será mostrado novamente.`,
    id: "ID do administrador",
    added: "Adicionado",
    firstSignedIn: "Primeiro acesso",
    lastSignedIn: "Último acesso",
    canSignIn: "Pode entrar",
    disabledSince: (time) => html`não, desativado em ${time}`,
    nameAndRole: "Nome e função"
  }
}
