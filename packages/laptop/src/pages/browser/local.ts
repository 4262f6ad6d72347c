/** The script of the local pages: uses the app's theme, and reloads pages whose content changed. */
import { readStoredTheme } from '@salar/pages/browser/stored-theme';

const refreshMs = 2000;

applyTheme();
document.addEventListener('DOMContentLoaded', () => {
  const main = document.querySelector('main');
  if ('live' in document.body.dataset && main !== null) refreshWhenChanged(main);
});

function applyTheme(): void {
  const theme = readStoredTheme();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

function refreshWhenChanged(main: HTMLElement): void {
  let shown = main.innerHTML;
  setInterval(() => {
    if (document.hidden || isBeingFilledIn()) return;
    // The browser itself parses the document: text is never turned into markup here. A server that is away is requested
    // again.
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.setRequestHeader('accept', 'text/html');
    request.responseType = 'document';
    request.onload = () => {
      const fresh = request.status === 200 ? request.responseXML?.querySelector('main') : null;
      if (!fresh || fresh.innerHTML === shown) return;
      shown = fresh.innerHTML;
      main.replaceChildren(...fresh.childNodes);
    };
    request.send();
  }, refreshMs);
}

/** True while a control has the focus or holds a value that the page did not come with. */
function isBeingFilledIn(): boolean {
  if (document.activeElement?.matches('input,textarea,select') === true) return true;
  return [...document.querySelectorAll<HTMLInputElement>('main input')].some(
    (input) => input.value !== input.defaultValue,
  );
}
