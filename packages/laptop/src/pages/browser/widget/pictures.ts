/** The two pictures of an application, from a file or from the camera. */
import { findElement, findElementOfType } from '@salar/pages/browser/find-element';
import { form, getControl, getPageData } from './elements.ts';
import { notifyChange, notifyResize } from './parent-frame.ts';
import { showProblem } from './problem.ts';

export const pictureKinds = ['document', 'selfie'] as const;
export type PictureKind = (typeof pictureKinds)[number];
export type Picture = { readonly blob: Blob; isSent: boolean };

const bytesMax = 8_388_608;
const longestSide = 2400;
const types = ['image/jpeg', 'image/png', 'image/webp'];

const pictures = new Map<PictureKind, Picture>();
let stream: MediaStream | null = null;
let cameraKind: PictureKind | null = null;

export function getPicture(kind: PictureKind): Picture | undefined {
  return pictures.get(kind);
}

/** Takes a picture from a file; one that is too large is made smaller. */
export async function choosePicture(kind: PictureKind, file: File): Promise<void> {
  if (!types.includes(file.type)) {
    showProblem(getPageData('picture'));
    return;
  }
  try {
    showPicture(kind, file.size <= bytesMax ? file : await shrink(file));
  } catch {
    showProblem(getPageData('picture'));
  }
}

/** Removes both pictures. */
export function forgetPictures(): void {
  pictures.clear();
  for (const kind of pictureKinds) {
    const preview = findPreview(kind);
    if (preview.src !== '') URL.revokeObjectURL(preview.src);
    preview.removeAttribute('src');
    getControl(kind).value = '';
    arrange(kind);
  }
}

export async function startCamera(kind: PictureKind): Promise<void> {
  showProblem('');
  try {
    const opened = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: kind === 'selfie' ? 'user' : 'environment' },
    });
    if (form.hidden || findElement(`[data-step="${kind}"]`).hidden) {
      stopTracks(opened);
      return;
    }
    stream = opened;
    cameraKind = kind;
    const video = findVideo(kind);
    video.srcObject = opened;
    video.onloadedmetadata = notifyResize;
    arrange(kind);
    findElement(`[data-take="${kind}"]`).focus();
    await video.play();
  } catch {
    // Also without `mediaDevices`, which pages without TLS do not have.
    stopCamera();
    showProblem(getPageData('noCamera'));
    getControl(kind).focus();
  }
}

export function stopCamera(): void {
  if (stream !== null) stopTracks(stream);
  stream = null;
  const kind = cameraKind;
  cameraKind = null;
  if (kind !== null) arrange(kind);
}

/** Takes a picture from the running camera, and ends the camera. */
export async function takePicture(kind: PictureKind): Promise<void> {
  const video = findVideo(kind);
  if (video.videoWidth === 0) return;
  try {
    const blob = await draw(video, video.videoWidth, video.videoHeight);
    stopCamera();
    showPicture(kind, blob);
    findElement('[data-next]').focus();
  } catch {
    showProblem(getPageData('picture'));
  }
}

function showPicture(kind: PictureKind, blob: Blob): void {
  pictures.set(kind, { blob, isSent: false });
  notifyChange();
  const preview = findPreview(kind);
  if (preview.src !== '') URL.revokeObjectURL(preview.src);
  preview.onload = notifyResize;
  preview.src = URL.createObjectURL(blob);
  arrange(kind);
  showProblem('');
}

/** Shows what belongs to one picture: the camera while it runs, otherwise what was taken. */
function arrange(kind: PictureKind): void {
  const isLive = cameraKind === kind;
  const isTaken = pictures.has(kind);
  const camera = findElement(`[data-camera="${kind}"]`);
  findElement(`[data-viewfinder="${kind}"]`).hidden = !isLive && !isTaken;
  findVideo(kind).hidden = !isLive;
  findPreview(kind).hidden = isLive || !isTaken;
  findElement(`[data-take="${kind}"]`).hidden = !isLive;
  findElement(`[data-close="${kind}"]`).hidden = !isLive;
  camera.hidden = isLive;
  camera.textContent = camera.dataset[isTaken ? 'againText' : 'useText'] ?? '';
  notifyResize();
}

async function shrink(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  return draw(image, image.width * scale, image.height * scale);
}

function draw(image: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('image_refused')) : resolve(blob)),
      'image/jpeg',
      0.9,
    );
  });
}

function stopTracks(opened: MediaStream): void {
  for (const track of opened.getTracks()) track.stop();
}

function findPreview(kind: PictureKind): HTMLImageElement {
  return findElementOfType(HTMLImageElement, `[data-preview="${kind}"]`);
}

function findVideo(kind: PictureKind): HTMLVideoElement {
  return findElementOfType(HTMLVideoElement, `[data-video="${kind}"]`);
}
