/** The texts of our mails in Portuguese. Second person, no exclamation marks, no jokes about money. */
import type { MailTexts } from '../mail-texts.ts';
import type { NoticeTexts } from '../notice-texts.ts';

export const mail: MailTexts = {
  support: 'Suporte',
  tagline: 'Nossos livros espelham seu dinheiro.',
  linkHint: 'Se o botão não funcionar, abra este endereço no navegador:',
  footer:
    'A Salar envia este e-mail por causa da atividade da sua conta. Nunca pedimos sua senha por e-mail.',
  freeze: {
    label: 'Congelar minha conta',
    body: 'Outra pessoa está usando sua conta? Congele-a: todas as sessões são encerradas, as chaves de API e as chaves de acesso param de funcionar e os saques pendentes são cancelados.',
  },
  verifyEmail: {
    subject: 'Confirme seu e-mail',
    title: 'Confirme seu e-mail',
    body: 'Boas-vindas à Salar. Confirme que este endereço é seu e você poderá entrar.',
    button: 'Confirmar meu e-mail',
    note: 'O link funciona uma vez, por 24 horas. Se você não abriu uma conta na Salar, pode ignorar este e-mail.',
  },
  resetPassword: {
    subject: 'Escolha uma nova senha',
    title: 'Escolha uma nova senha',
    body: 'Alguém, esperamos que você, pediu uma nova senha para sua conta. A senha atual funciona até você escolher outra.',
    button: 'Escolher uma nova senha',
    note: 'O link funciona uma vez, por 30 minutos. Se não foi você, ignore este e-mail: nada mudou.',
  },
  confirmWithdrawal: {
    subject: 'Confirme seu saque',
    title: 'Confirme seu saque',
    body: 'Confira cada linha, principalmente o destino. Nada sai da sua conta até você confirmar.',
    button: 'Revisar e confirmar',
    note: 'O link funciona por 30 minutos. Sem sua confirmação, o saque expira e o valor volta a ficar disponível.',
    freeze:
      'Não foi você? Não confirme. Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
    labels: {
      amount: 'Valor',
      fee: 'Taxa',
      net: 'O destinatário recebe',
      network: 'Rede',
      destination: 'Destino',
      time: 'Solicitado',
    },
  },
  confirmDestination: {
    subject: 'Confirme seu novo destino',
    title: 'Confirme seu novo destino',
    body: 'Um destino de saque foi salvo na sua conta. Confira cada caractere e confirme que ele é seu.',
    button: 'Revisar e confirmar',
    note: 'O link funciona por 24 horas. Um destino não confirmado continua marcado como não verificado.',
    freeze:
      'Não foi você? Não confirme. Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
    labels: { product: 'Ativo', network: 'Rede', destination: 'Destino', time: 'Salvo' },
  },
  withdrawalDelayed: {
    subject: 'Seu saque está em espera',
    title: 'Seu saque está em espera',
    body: 'Você confirmou este saque. O destino é novo, ou sua senha mudou há pouco, então o mantemos em espera para você ter tempo de conferir.',
    button: 'Ver meus saques',
    note: 'Se for seu, não é preciso fazer nada. Se não for, cancele antes desse horário: o valor volta a ficar disponível na hora. Depois escolha uma nova senha.',
    labels: {
      amount: 'Valor',
      network: 'Rede',
      destination: 'Destino',
      time: 'Solicitado',
      until: 'Continua sozinho',
    },
  },
  depositHeld: {
    subject: 'Não use mais este endereço de depósito',
    title: 'Não use mais este endereço de depósito',
    body: 'Você enviou um depósito para um endereço anterior da sua conta que não é mais seguro usar. O depósito chegou, e vamos creditá-lo assim que o movermos ou que duas pessoas da nossa equipe o conferirem.',
    button: 'Abrir a página de depósitos',
    note: 'A página de depósitos mostra seu endereço atual: nunca enviamos um por e-mail. Substitua o endereço anterior onde você o salvou, por exemplo em outra corretora.',
    labels: { amount: 'Valor', network: 'Rede', address: 'Endereço anterior', time: 'Chegou' },
  },
  accountLocked: {
    subject: 'Sua conta está bloqueada',
    title: 'Sua conta está bloqueada',
    body: 'Houve muitas tentativas com senha incorreta e bloqueamos o acesso por dispositivos que ainda não tinham sido usados. Seus dispositivos, sessões e chaves de API continuam funcionando, e seus saldos e ordens continuam como estavam.',
    button: 'Desbloquear minha conta',
    note: 'O link funciona uma vez, por 24 horas. Uma nova senha também desbloqueia a conta: escolha uma se não foi você que tentou entrar.',
  },
};

export const notices: NoticeTexts = {
  button: 'Conferir minha segurança',
  note: 'Não foi você? Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
  labels: {
    object: 'Detalhe',
    apiKey: 'Chave de API',
    time: 'Quando',
    ip: 'Do endereço',
    device: 'Dispositivo',
    credentials: {
      api_key_ended: 'Chave de API excluída',
      api_key_kept: 'Chave de API que permanece',
      passkey_ended: 'Chave de acesso removida',
      passkey_kept: 'Chave de acesso que permanece',
    },
  },
  notices: {
    new_device: {
      title: 'Login em um dispositivo novo',
      body: 'Alguém entrou na sua conta em um dispositivo que ainda não conhecíamos.',
    },
    password_reset: {
      title: 'Sua senha mudou',
      body: 'Uma nova senha foi definida para sua conta. Todas as sessões foram encerradas, todas as chaves de API foram excluídas e as chaves de acesso adicionadas nos últimos sete dias foram removidas. As mais antigas permanecem: remova as que não forem suas.',
    },
    password_changed: {
      title: 'Você trocou sua senha',
      body: 'Alguém que sabia a senha anterior a trocou no aplicativo. Suas outras sessões foram encerradas. As chaves de API que podiam sacar foram excluídas, assim como as chaves de API e as chaves de acesso adicionadas nos últimos sete dias. Se foi você, não precisa fazer nada.',
    },
    user_unlocked: {
      title: 'Sua conta está desbloqueada',
      body: 'O acesso à sua conta foi desbloqueado.',
    },
    account_frozen: {
      title: 'Sua conta está congelada',
      body: 'Sua conta foi congelada pelo link de um dos nossos e-mails. Todas as sessões foram encerradas, as chaves de API e as chaves de acesso pararam de funcionar e os saques pendentes foram cancelados. Para reabri-la, escolha uma nova senha ou escreva para o suporte.',
    },
    second_factor_on: {
      title: 'A autenticação em dois fatores está ativada',
      body: 'A partir de agora, o login pede um código do seu aplicativo autenticador. Guarde os códigos de recuperação em um lugar seguro.',
    },
    second_factor_off: {
      title: 'A autenticação em dois fatores está desativada',
      body: 'A partir de agora, o login pede apenas sua senha. Os saques podem ficar em espera por um dia.',
    },
    recovery_code_used: {
      title: 'Um código de recuperação foi usado',
      body: 'Um dos seus códigos de recuperação foi usado no lugar de um código do aplicativo. Ele não funciona de novo.',
    },
    recovery_codes_made: {
      title: 'Você tem novos códigos de recuperação',
      body: 'Novos códigos de recuperação foram criados para sua conta. Os anteriores não funcionam mais.',
    },
    second_factor_reset_planned: {
      title: 'Seu segundo fator será desativado',
      body: 'Alguém pediu ao nosso suporte para desativar a autenticação em dois fatores porque o acesso a ela foi perdido. Ela será desativada 72 horas após este e-mail. Se não foi você, entre e cancele em Configurações, Segurança.',
    },
    second_factor_reset: {
      title: 'Seu segundo fator foi desativado',
      body: 'A autenticação em dois fatores foi desativada pelo nosso suporte, como solicitado. Ative-a de novo com um novo dispositivo.',
    },
    passkey_added: {
      title: 'Uma chave de acesso foi adicionada',
      body: 'Uma nova chave de acesso pode entrar na sua conta a partir de agora.',
    },
    passkey_removed: {
      title: 'Uma chave de acesso foi removida',
      body: 'Uma chave de acesso foi removida da sua conta e não pode mais entrar.',
    },
    api_key_added: {
      title: 'Uma chave de API foi criada',
      body: 'Uma nova chave de API foi criada na sua conta. Programas que a tiverem podem agir por você.',
    },
    api_key_changed: {
      title: 'Uma chave de API mudou',
      body: 'As permissões ou a lista de endereços de uma das suas chaves de API mudaram.',
    },
    api_key_removed: {
      title: 'Uma chave de API foi excluída',
      body: 'Uma das suas chaves de API foi excluída. Programas que a usam são recusados.',
    },
    destination_removed: {
      title: 'Um destino salvo foi excluído',
      body: 'Um destino de saque foi excluído da sua conta.',
    },
    level_decided: {
      title: 'Sua verificação tem resposta',
      body: 'Analisamos os documentos que você enviou. Veja o resultado na sua página de verificação.',
    },
    level_lost: {
      title: 'Seu nível de verificação diminuiu',
      body: 'Sua verificação não vale mais: um documento expirou, a verificação foi retirada ou nossa equipe decidiu assim. Os saques acima do seu nível atual aguardam, e seu dinheiro continua na sua conta. Veja na sua página de verificação o que fazer, ou escreva para o suporte.',
    },
    account_linked: {
      title: 'Uma conta da rede de testes foi vinculada',
      body: 'Sua conta foi vinculada a uma conta da rede de testes.',
    },
  },
};
