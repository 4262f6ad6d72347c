/**
 * Records what the pages of a journey do, so that the report of a failure shows it: the calls to the exchange and their
 * answers, console errors, failed requests, and at the end the state of each page.
 */
import type { BrowserContext, Page, Response, WebSocket } from '@playwright/test';

/** The report of a page has this many calls and other events, the newest. */
const keptEvents = 40;
const keptLength = 240;
const snapshotLines = 60;
/** The state of a page that does not respond is left out. */
const stateTimeoutMs = 10_000;

export class PageLog {
  readonly #name: string;
  readonly #page: Page;
  readonly #start = performance.now();
  #events: string[] = [];
  /** The state of the page before it was closed. */
  #lastState: string | null = null;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#add(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#add(`uncaught: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) =>
      this.#add(`failed: ${request.method()} ${request.url()} (${request.failure()?.errorText ?? ''})`),
    );
    page.on('response', (response) => this.#addAnswer(response));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#add(`navigated to ${frame.url()}`);
    });
    page.on('websocket', (socket) => this.#follow(socket));
  }

  get isClosed(): boolean {
    return this.#page.isClosed();
  }

  /** Forgets the events so far, because the page stays open for the next journey. */
  clear(): void {
    this.#events = [];
  }

  /** Keeps the state of a page that is about to be closed. */
  async keepState(): Promise<void> {
    if (!this.isClosed) this.#lastState = await readState(this.#page);
  }

  /** Returns the report of the page. */
  async report(): Promise<string> {
    await this.keepState();
    return [
      `${this.#name}: ${this.#page.url()}`,
      ...indent(this.#lastState ?? 'closed'),
      'events:',
      ...indent(this.#events.length === 0 ? 'none' : this.#events.join('\n')),
    ].join('\n');
  }

  #addAnswer(response: Response): void {
    const request = response.request();
    if (response.status() >= 400 || ['xhr', 'fetch'].includes(request.resourceType()))
      this.#add(`${response.status()} ${request.method()} ${response.url()}`);
  }

  #follow(socket: WebSocket): void {
    this.#add(`socket opened: ${socket.url()}`);
    socket.on('close', () => this.#add('socket closed'));
    socket.on('framesent', ({ payload }) => this.#addFrame('->', payload));
    socket.on('framereceived', ({ payload }) => this.#addFrame('<-', payload));
  }

  /** Adds calls and their answers, but no event of a subscription: prices would push everything else out. */
  #addFrame(direction: string, payload: string | Buffer): void {
    const text = payload.toString();
    if (!/^\{"m":3\b/.test(text)) this.#add(`${direction} ${text}`);
  }

  #add(event: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(2).padStart(6);
    this.#events.push(`${seconds} s  ${shorten(event)}`);
    if (this.#events.length > keptEvents) this.#events.shift();
  }
}

/** Calls `onPage` for every page of a context, and `beforeClose` before the journey closes the context. */
export function followContext(
  context: BrowserContext,
  onPage: (page: Page) => void,
  beforeClose: () => Promise<void>,
): void {
  context.on('page', onPage);
  const close = context.close.bind(context);
  context.close = async (options) => {
    await beforeClose();
    await close(options);
  };
}

/** Describes what a customer would see and where the focus is. */
async function readState(page: Page): Promise<string | null> {
  if (page.url() === 'about:blank') return null;
  const reading = (async () => {
    const parts = await page.evaluate(() => {
      const describe = (element: Element | null) =>
        element?.cloneNode() instanceof HTMLElement
          ? (element.cloneNode() as HTMLElement).outerHTML.slice(0, 240)
          : 'nothing';
      const alerts = document.querySelectorAll('[role=alert], [role=status], [aria-invalid=true]');
      const texts = [...alerts].map((one) => one.textContent?.trim() || one.getAttribute('aria-label') || '');
      // An overlay that stays open may wait for its exit animation.
      const overlays = [
        ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'),
      ];
      const states = overlays.map((overlay) => {
        const isExiting = overlay.closest('[data-exiting]') !== null;
        const isInert = overlay.closest('[inert]') !== null;
        return `${overlay.getAttribute('role')}${isExiting ? ' exiting' : ''}${isInert ? ' inert' : ''}`;
      });
      const animations = document.getAnimations().map((animation) => {
        const name = animation instanceof CSSAnimation ? animation.animationName : 'other';
        return `${name} ${animation.playState} ${String(animation.currentTime)}`;
      });
      return {
        focus: describe(document.activeElement),
        alerts: texts.filter((text) => text !== ''),
        overlays: [...states, ...animations, document.visibilityState],
        history: JSON.stringify(history.state),
      };
    });
    const lines = [
      `focus: ${parts.focus}`,
      `alerts: ${parts.alerts.map(shorten).join(' | ') || 'none'}`,
      `overlays and animations: ${parts.overlays.map(shorten).join(' | ')}`,
      `history: ${shorten(parts.history)}`,
    ];
    // The newest dialog first, then the content without the navigation around it.
    const dialogs = page.locator('[role=dialog], [role=alertdialog]');
    const content = page.locator((await page.locator('main').count()) > 0 ? 'main' : 'body');
    for (const part of [dialogs.last(), content.first()]) {
      if ((await part.count()) === 0) continue;
      const snapshot = (await part.ariaSnapshot({ timeout: stateTimeoutMs })).split('\n');
      lines.push(...snapshot.slice(0, snapshotLines));
      if (snapshot.length > snapshotLines) lines.push(`... ${snapshot.length - snapshotLines} more lines`);
    }
    return lines.join('\n');
  })();
  const late = new Promise<null>((done) => setTimeout(done, stateTimeoutMs, null));
  return Promise.race([reading, late]).catch(() => null);
}

function shorten(text: string): string {
  const line = text.slice(0, keptLength).replaceAll(/\s+/g, ' ');
  return text.length > keptLength ? `${line}...` : line;
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
