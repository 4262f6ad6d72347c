/** Requests of the widget to the server. One that meets an expired token is sent again with the new one. */
import { getToken, renewToken } from './parent-frame.ts';

const timeoutMs = 60_000;

/** The state of an application on the server. */
export type Application = { readonly status: string; readonly comment: string | null };

export type WidgetRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: Blob | string;
  /** Receives the share that has been sent, 0 to 1. */
  readonly onProgress?: (part: number) => void;
};

/** Sends a request, twice if its token has expired. @throws Error whose message is the refusal, or `trouble` */
export async function callServer(request: WidgetRequest): Promise<Application> {
  try {
    return await sendRequest(request);
  } catch (error) {
    if (getRefusal(error) !== 'token_invalid') throw error;
    await renewToken();
    return sendRequest(request);
  }
}

/** Sends a request once. @throws Error whose message is the refusal, or `trouble` */
export function sendRequest({ method, path, type, body, onProgress }: WidgetRequest): Promise<Application> {
  return new Promise((resolve, reject) => {
    const fail = (refusal: string) => reject(new Error(refusal));
    const request = new XMLHttpRequest();
    request.open(method, `/local/identity/${path}`);
    request.timeout = timeoutMs;
    request.setRequestHeader('x-identity-token', getToken());
    request.setRequestHeader('accept', 'application/json');
    if (type !== undefined) request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const answer = parseAnswer(request.responseText);
      if (request.status === 200 && answer !== null) resolve(answer);
      else fail(answer?.detail ?? 'trouble');
    };
    request.onerror = () => fail('trouble');
    request.ontimeout = () => fail('trouble');
    request.send(body ?? null);
  });
}

/** Returns why a request was refused. */
export function getRefusal(error: unknown): string {
  return error instanceof Error ? error.message : 'trouble';
}

function parseAnswer(text: string): (Application & { readonly detail?: string }) | null {
  try {
    return JSON.parse(text) as Application;
  } catch {
    return null;
  }
}
