/**
 * Messages to and from the page around the widget, as the real provider's widget exchanges them. The page around it
 * renews an expired token.
 */
import { getPageData } from './elements.ts';

const renewalTimeoutMs = 20_000;

type Renewal = {
  readonly promise: Promise<void>;
  readonly settle: (newToken: string | null) => void;
};

let token = new URLSearchParams(location.search).get('token') ?? '';
let renewal: Renewal | null = null;
let isChanged = false;

/** Returns the token of the widget's requests. */
export function getToken(): string {
  return token;
}

/** Sends a message to the page around the widget; on its own page the widget sends none. */
export function notifyParent(method: string, details: object = {}): void {
  if (window.parent === window) return;
  const message = { method: `idCheck.${method}`, sessionId: getPageData('application'), ...details };
  window.parent.postMessage(message, location.origin);
}

export function notifyResize(): void {
  notifyParent('onResize', { height: document.documentElement.scrollHeight });
}

/** Reports the first change, so that the page around the widget shows a warning before it closes a changed form. */
export function notifyChange(): void {
  if (isChanged) return;
  isChanged = true;
  notifyParent('onContentChanged');
}

/** Lets the next change be reported again. */
export function forgetChange(): void {
  isChanged = false;
}

/** Requests a new token. @throws Error `token_invalid` when none arrives */
export function renewToken(): Promise<void> {
  if (window.parent === window) return Promise.reject(new Error('token_invalid'));
  renewal ??= startRenewal();
  return renewal.promise;
}

function startRenewal(): Renewal {
  let settle: Renewal['settle'] = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => settle(null), renewalTimeoutMs);
    settle = (newToken) => {
      renewal = null;
      clearTimeout(timer);
      if (newToken === null || newToken === '') {
        reject(new Error('token_invalid'));
        return;
      }
      token = newToken;
      resolve();
    };
  });
  notifyParent('onError', { code: 'invalid-token' });
  return { promise, settle };
}

addEventListener('message', ({ source, origin, data }: MessageEvent) => {
  if (source !== window.parent || origin !== location.origin) return;
  const message = data as { readonly method?: unknown; readonly accessToken?: string } | null;
  if (message?.method === 'idCheck.updateAccessToken') renewal?.settle(message.accessToken ?? null);
});
