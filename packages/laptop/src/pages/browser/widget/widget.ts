/**
 * The steps of the identity widget. It communicates with its parent as the real provider's widget does: the parent
 * renews an expired token, and the current step continues with the new one.
 */
import { checkDetails, clearDetailProblem, detailNames, serialiseDetails } from './details.ts';
import { findElement } from '@salar/pages/browser/find-element';
import { form, getControl, getPageData } from './elements.ts';
import { forgetChange, notifyChange, notifyParent, renewToken } from './parent-frame.ts';
import {
  choosePicture,
  forgetPictures,
  getPicture,
  pictureKinds,
  startCamera,
  stopCamera,
  takePicture,
} from './pictures.ts';
import type { PictureKind } from './pictures.ts';
import { showProblem } from './problem.ts';
import { callServer, getRefusal, sendRequest } from './requests.ts';
import type { Application } from './requests.ts';
import {
  getIsBusy,
  getShownStatus,
  getStep,
  getStepIndex,
  restartForm,
  setBusy,
  showProgress,
  showStatus,
  showStep,
} from './steps.ts';

const pollMs = 1000;
const retryMs = 2000;
const documentStep = 1;

connectForm();
notifyParent('onReady');
notifyParent('onInitialized');
void begin();

function connectForm(): void {
  form.addEventListener('input', notifyChange);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    goOn();
  });
  // At once and not when the field is left: a press on a button that moves meanwhile would be lost.
  for (const name of detailNames) getControl(name).addEventListener('input', () => clearDetailProblem(name));
  findElement('[data-back]').addEventListener('click', () => showStep(getStepIndex() - 1));
  findElement('[data-again]').addEventListener('click', () => {
    forgetPictures();
    restartForm();
  });
  for (const kind of pictureKinds) connectPicture(kind);
  addEventListener('pagehide', stopCamera);
}

function connectPicture(kind: PictureKind): void {
  const input = getControl(kind);
  input.addEventListener('change', () => {
    stopCamera();
    const file = input.files?.[0];
    if (file !== undefined) void choosePicture(kind, file);
  });
  const onPress = (control: string, work: () => void) =>
    findElement(`[data-${control}="${kind}"]`).addEventListener('click', work);
  onPress('camera', () => void startCamera(kind));
  onPress('take', () => void takePicture(kind));
  onPress('close', () => {
    stopCamera();
    findElement(`[data-camera="${kind}"]`).focus();
  });
}

/** Completes the shown step. */
function goOn(): void {
  if (getIsBusy()) return;
  showProblem('');
  const step = getStep();
  if (step === 'review') void submit();
  else if (step !== 'details') void sendPicture(step);
  else if (checkDetails()) {
    notifyParent('onStepCompleted', { idDocSetType: step });
    showStep(documentStep);
  }
}

async function sendPicture(kind: PictureKind): Promise<void> {
  const picture = getPicture(kind);
  if (picture === undefined) {
    showProblem(getPageData('picture'));
    return;
  }
  if (picture.isSent) {
    showStep(getStepIndex() + 1);
    return;
  }
  setBusy(true);
  showProgress(0);
  try {
    const type = 'application/octet-stream';
    const body = picture.blob;
    await callServer({ method: 'POST', path: `document/${kind}`, type, body, onProgress: showProgress });
    picture.isSent = true;
    notifyParent('onStepCompleted', { idDocSetType: kind });
    setBusy(false);
    showStep(getStepIndex() + 1);
  } catch (error) {
    setBusy(false);
    explain(getRefusal(error));
  }
}

async function submit(): Promise<void> {
  setBusy(true);
  showProgress(0.5);
  let application: Application;
  try {
    const body = serialiseDetails();
    application = await callServer({ method: 'POST', path: 'submit', type: 'application/json', body });
  } catch (error) {
    setBusy(false);
    explainSubmission(getRefusal(error));
    return;
  }
  setBusy(false);
  forgetChange();
  notifyParent('onApplicantSubmitted');
  report(application);
}

function explainSubmission(refusal: string): void {
  if (refusal === 'details_malformed') {
    showStep(0);
    checkDetails();
    showProblem(getPageData('missing'));
  } else if (refusal === 'document_missing') {
    forgetPictures();
    showStep(documentStep);
    showProblem(getPageData('picture'));
  } else explain(refusal);
}

function explain(refusal: string): void {
  if (refusal === 'token_invalid') showProblem(getPageData('renewFailed'));
  else if (refusal === 'image_refused') showProblem(getPageData('picture'));
  else if (refusal === 'already_submitted') void poll();
  else showProblem(getPageData('trouble'));
}

/** Shows and reports a new state; while it is pending, the server is polled for the next one. */
function report({ status, comment }: Application): void {
  if (status !== getShownStatus()) {
    notifyParent('onApplicantStatusChanged', toStatusMessage(status));
    if (status === 'approved') notifyParent('onApplicantVerificationCompleted');
    showStatus(status, comment);
  }
  if (status === 'pending') setTimeout(() => void poll(), pollMs);
}

async function poll(): Promise<void> {
  let application: Application;
  try {
    application = await callServer({ method: 'GET', path: 'applicant' });
  } catch (error) {
    // Without a token nothing more can be shown here; the page around the widget reads the level.
    if (getRefusal(error) === 'token_invalid')
      showStatus(getShownStatus() === 'pending' ? 'pending' : 'expired');
    else setTimeout(() => void poll(), retryMs);
    return;
  }
  report(application);
}

async function begin(): Promise<void> {
  const status = getPageData('status');
  if (status === 'expired') {
    try {
      await renewToken();
      const application = await sendRequest({ method: 'GET', path: 'applicant' });
      showStatus(application.status, application.comment);
    } catch {
      showStatus('expired');
    }
    return;
  }
  notifyParent('onApplicantLoaded', { applicantId: getPageData('application') });
  showStatus(status);
  if (status === 'pending') await poll();
}

/** Converts a status to the details of the provider's message. */
function toStatusMessage(status: string): object {
  if (status === 'pending') return { reviewStatus: 'pending' };
  const reviewResult =
    status === 'approved'
      ? { reviewAnswer: 'GREEN' }
      : { reviewAnswer: 'RED', reviewRejectType: status === 'retry' ? 'RETRY' : 'FINAL' };
  return { reviewStatus: 'completed', reviewResult };
}
