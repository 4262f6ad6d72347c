/** Texts of the identity widget. */
import type { Language } from '@salar/services/notifications/languages';

export type WidgetTexts = {
  readonly standIn: string;
  readonly details: string;
  readonly detailsHint: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly country: string;
  readonly documentNumber: string;
  readonly document: string;
  readonly documentHint: string;
  readonly selfie: string;
  readonly selfieHint: string;
  readonly chooseDocument: string;
  readonly chooseSelfie: string;
  readonly useCamera: string;
  readonly takePicture: string;
  readonly takeAnother: string;
  readonly closeCamera: string;
  readonly pictureOf: { readonly document: string; readonly selfie: string };
  readonly sending: string;
  readonly stepOf: string;
  readonly review: string;
  readonly reviewHint: string;
  readonly next: string;
  readonly back: string;
  readonly submit: string;
  readonly pending: string;
  readonly pendingHint: string;
  readonly approved: string;
  readonly approvedHint: string;
  readonly retry: string;
  readonly retryHint: string;
  readonly startAgain: string;
  readonly rejected: string;
  readonly rejectedHint: string;
  readonly expired: string;
  readonly expiredHint: string;
  readonly missing: string;
  readonly date: string;
  readonly adult: string;
  readonly picture: string;
  readonly trouble: string;
  readonly renewFailed: string;
  readonly camera: string;
};

const en: WidgetTexts = {
  standIn: 'Simulated identity provider, on this machine only',
  details: 'About you',
  detailsHint: 'As shown on your document.',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  country: 'Country',
  documentNumber: 'Document number',
  document: 'Your document',
  documentHint: 'A photo of the front of your ID card or passport. Any picture works here.',
  selfie: 'Your face',
  selfieHint: 'A photo of your face, without glasses or hat. Any picture works here.',
  chooseDocument: 'Photo of your document',
  chooseSelfie: 'Photo of your face',
  useCamera: 'Use the camera',
  takePicture: 'Take the picture',
  takeAnother: 'Take another',
  closeCamera: 'Close the camera',
  pictureOf: { document: 'The picture of your document', selfie: 'The picture of your face' },
  sending: 'Sending…',
  stepOf: 'Step {step} of 4',
  review: 'Check and send',
  reviewHint: 'Both pictures are stored encrypted on this machine.',
  next: 'Continue',
  back: 'Back',
  submit: 'Send for review',
  pending: 'Under review',
  pendingHint: 'You can close this window. Your level changes as soon as the review is done.',
  approved: 'You are verified',
  approvedHint: 'Your new level is active. You can close this window.',
  retry: 'We need new documents',
  retryHint: 'Please send your data again.',
  startAgain: 'Start again',
  rejected: 'Your application was rejected',
  rejectedHint: 'Write to support if you think this is wrong.',
  expired: 'This link has expired',
  expiredHint: 'Close this window and start again.',
  missing: 'Fill in this field.',
  date: 'Enter the complete date.',
  adult: 'You must be 18 or older.',
  picture: 'Choose a JPEG, PNG or WebP picture of up to 8 MB.',
  trouble: 'That did not work. What you filled in is still here; please try again.',
  renewFailed:
    'This link has expired and could not be renewed. What you filled in is still here; please try again.',
  camera: 'The camera is not available. Choose a file instead.',
};
const es: WidgetTexts = {
  standIn: 'Proveedor de identidad simulado, solo en este equipo',
  details: 'Tus datos',
  detailsHint: 'Como aparecen en tu documento.',
  firstName: 'Nombres',
  lastName: 'Apellidos',
  birthDate: 'Fecha de nacimiento',
  country: 'País',
  documentNumber: 'Número de documento',
  document: 'Tu documento',
  documentHint: 'Una foto del frente de tu documento o pasaporte. Aquí sirve cualquier imagen.',
  selfie: 'Tu rostro',
  selfieHint: 'Una foto de tu rostro, sin gafas ni gorra. Aquí sirve cualquier imagen.',
  chooseDocument: 'Foto de tu documento',
  chooseSelfie: 'Foto de tu rostro',
  useCamera: 'Usar la cámara',
  takePicture: 'Tomar la foto',
  takeAnother: 'Tomar otra',
  closeCamera: 'Cerrar la cámara',
  pictureOf: { document: 'La foto de tu documento', selfie: 'La foto de tu rostro' },
  sending: 'Enviando…',
  stepOf: 'Paso {step} de 4',
  review: 'Revisa y envía',
  reviewHint: 'Ambas imágenes se guardan cifradas en este equipo.',
  next: 'Continuar',
  back: 'Atrás',
  submit: 'Enviar a revisión',
  pending: 'En revisión',
  pendingHint: 'Puedes cerrar esta ventana. Tu nivel cambia cuando termine la revisión.',
  approved: 'Verificación completa',
  approvedHint: 'Tu nuevo nivel está activo. Puedes cerrar esta ventana.',
  retry: 'Necesitamos otros documentos',
  retryHint: 'Envía tus datos otra vez.',
  startAgain: 'Comenzar de nuevo',
  rejected: 'Tu solicitud fue rechazada',
  rejectedHint: 'Escribe a soporte si crees que es un error.',
  expired: 'Este enlace venció',
  expiredHint: 'Cierra esta ventana y empieza de nuevo.',
  missing: 'Completa este campo.',
  date: 'Indica la fecha completa.',
  adult: 'Debes tener 18 años o más.',
  picture: 'Elige una imagen JPEG, PNG o WebP de hasta 8 MB.',
  trouble: 'No funcionó. Lo que escribiste sigue aquí; inténtalo otra vez.',
  renewFailed: 'Este enlace venció y no se pudo renovar. Lo que escribiste sigue aquí; inténtalo otra vez.',
  camera: 'La cámara no está disponible. Elige un archivo.',
};
const pt: WidgetTexts = {
  standIn: 'Provedor de identidade simulado, só neste computador',
  details: 'Seus dados',
  detailsHint: 'Como estão no seu documento.',
  firstName: 'Nome',
  lastName: 'Sobrenome',
  birthDate: 'Data de nascimento',
  country: 'País',
  documentNumber: 'Número do documento',
  document: 'Seu documento',
  documentHint: 'Uma foto da frente do seu documento ou passaporte. Aqui qualquer imagem serve.',
  selfie: 'Seu rosto',
  selfieHint: 'Uma foto do seu rosto, sem óculos nem boné. Aqui qualquer imagem serve.',
  chooseDocument: 'Foto do documento',
  chooseSelfie: 'Foto do rosto',
  useCamera: 'Usar a câmera',
  takePicture: 'Tirar a foto',
  takeAnother: 'Tirar outra',
  closeCamera: 'Fechar a câmera',
  pictureOf: { document: 'A foto do seu documento', selfie: 'A foto do seu rosto' },
  sending: 'Enviando…',
  stepOf: 'Etapa {step} de 4',
  review: 'Confira e envie',
  reviewHint: 'As duas imagens ficam criptografadas neste computador.',
  next: 'Continuar',
  back: 'Voltar',
  submit: 'Enviar para análise',
  pending: 'Em análise',
  pendingHint: 'Você pode fechar esta janela. Seu nível muda assim que a análise terminar.',
  approved: 'Verificação concluída',
  approvedHint: 'Seu novo nível está ativo. Você pode fechar esta janela.',
  retry: 'Precisamos de novos documentos',
  retryHint: 'Envie seus dados de novo.',
  startAgain: 'Começar de novo',
  rejected: 'Sua solicitação foi rejeitada',
  rejectedHint: 'Escreva para o suporte se achar que é um erro.',
  expired: 'Este link expirou',
  expiredHint: 'Feche esta janela e comece de novo.',
  missing: 'Preencha este campo.',
  date: 'Informe a data completa.',
  adult: 'Você precisa ter 18 anos ou mais.',
  picture: 'Escolha uma imagem JPEG, PNG ou WebP de até 8 MB.',
  trouble: 'Não funcionou. O que você preencheu continua aqui; tente de novo.',
  renewFailed:
    'Este link expirou e não pôde ser renovado. O que você preencheu continua aqui; tente de novo.',
  camera: 'A câmera não está disponível. Escolha um arquivo.',
};
export const widgetTexts: Readonly<Record<Language, WidgetTexts>> = { en, es, pt };
