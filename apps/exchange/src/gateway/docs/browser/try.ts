/**
 * The script of a local exchange's forms: each sends its call from the page and shows it as a command, with the
 * answer.
 */
import { findElement, findElementOfType } from '@salar/pages/browser/find-element';
import { formatJson } from './format-json.ts';

/** A call as its section describes it in `data-call`. */
type DocumentedCall = {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly fields: readonly DocumentedField[];
};
type DocumentedField = {
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly values?: readonly string[];
  readonly example?: string | number | boolean | object;
};
type Input = {
  readonly name: string;
  readonly isJson: boolean;
  readonly control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  readonly label: HTMLElement;
};
type CallRequest = {
  readonly problem: string;
  readonly isGet: boolean;
  readonly target: string;
  readonly body: string;
};
type SignInAnswer = {
  readonly SessionToken?: string;
  readonly Requires2FA?: boolean;
  readonly Pending2FaToken?: string;
  readonly errormsg?: string;
};

const unavailable = 'The exchange is unavailable.';
let token = '';

document.addEventListener('DOMContentLoaded', () => {
  connectSignIn();
  for (const section of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    section.addEventListener('toggle', () => {
      if (section.open && section.querySelector('form') === null)
        addForm(section, JSON.parse(section.dataset['call'] ?? '') as DocumentedCall);
    });
  }
});

function connectSignIn(): void {
  const state = findElement('.session-state');
  const signIn = findElementOfType(HTMLFormElement, 'form.sign-in');
  const codeField = findElement('form.sign-in .code-field');
  const control = (name: string) => getControl(signIn, name);
  let pending = '';
  const show = (answer: SignInAnswer) => {
    control('code').value = '';
    const isCodeNeeded = answer.Requires2FA === true && !answer.SessionToken;
    pending = isCodeNeeded ? (answer.Pending2FaToken ?? '') : '';
    codeField.hidden = !isCodeNeeded;
    if (isCodeNeeded) {
      state.textContent = 'Enter the code of your authenticator app.';
      control('code').focus();
      return;
    }
    if (!answer.SessionToken) throw new Error(answer.errormsg ?? 'Not signed in.');
    control('password').value = '';
    token = answer.SessionToken;
    state.textContent = `Signed in as ${control('login').value}.`;
  };
  signIn.addEventListener('submit', (event) => {
    event.preventDefault();
    state.textContent = 'Signing in…';
    const sent =
      pending === ''
        ? sendLogin(control('login').value, control('password').value)
        : sendCode(pending, control('code').value.trim());
    sent.then(show).catch((error: unknown) => {
      state.textContent = error instanceof Error && error.message !== '' ? error.message : unavailable;
    });
  });
  const tokenForm = findElementOfType(HTMLFormElement, 'form.token');
  tokenForm.addEventListener('submit', (event) => {
    event.preventDefault();
    const field = getControl(tokenForm, 'token');
    token = field.value.trim();
    state.textContent = token === '' ? 'Not signed in.' : 'Using your token.';
    field.value = '';
  });
}

function sendLogin(login: string, password: string): Promise<SignInAnswer> {
  const bytes = new TextEncoder().encode(`${login}:${password}`);
  const credentials = btoa(String.fromCharCode(...bytes));
  return sendSignIn('AuthenticateUser', { Authorization: `Basic ${credentials}` }, {});
}

function sendCode(pending: string, code: string): Promise<SignInAnswer> {
  return sendSignIn('Authenticate2FA', { Pending2FaToken: pending }, { Code: code });
}

async function sendSignIn(
  name: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<SignInAnswer> {
  const answer = await fetch(`/AP/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SignInAnswer;
}

/** Adds the form of a call to its section. */
function addForm(section: HTMLElement, call: DocumentedCall): void {
  const inputs = call.fields.map(createInput);
  const method = create(
    'select',
    { 'aria-label': 'Method' },
    ['POST', 'GET'].map((name) => create('option', {}, [name])),
  );
  const send = create('button', { type: 'submit' }, ['Send']);
  const status = create('span', { role: 'status', class: 'status' });
  const command = create('code');
  const answer = create('code');
  const answerBox = create('div', { class: 'code', hidden: '' }, [create('pre', {}, [answer])]);
  const copy = create(
    'button',
    { type: 'button', class: 'copy', 'aria-label': 'Copy: the request as a command' },
    ['Copy'],
  );
  const form = create('form', {}, [
    ...inputs.map(({ label }) => label),
    create('div', { class: 'actions' }, [method, send, status]),
    create('div', { class: 'code' }, [copy, create('pre', {}, [command])]),
    answerBox,
  ]);
  const build = () => buildRequest(call, inputs, method.value === 'GET');
  const showStatus = (text: string, kind: 'good' | 'bad' | null) => {
    status.className = kind === null ? 'status' : `status ${kind}`;
    status.textContent = text;
  };
  const showCommand = () => {
    command.textContent = buildCommand(call, build());
  };
  const run = async (request: CallRequest) => {
    const startedAt = performance.now();
    const reply = await fetch(request.target, {
      method: method.value,
      headers: token === '' ? {} : { aptoken: token },
      ...(request.isGet ? {} : { body: request.body }),
    });
    const text = await reply.text();
    const isGood = reply.ok && !text.startsWith('{"result":false');
    const ms = Math.round(performance.now() - startedAt);
    showStatus(`${reply.status}${isGood ? '' : ' refused'}, ${ms} ms`, isGood ? 'good' : 'bad');
    answer.textContent = formatJson(text);
    answerBox.hidden = false;
  };
  form.addEventListener('input', showCommand);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const request = build();
    if (request.problem !== '') {
      showStatus(request.problem, 'bad');
      return;
    }
    send.disabled = true;
    showStatus('Sending…', null);
    run(request)
      .catch(() => showStatus(unavailable, 'bad'))
      .finally(() => {
        send.disabled = false;
      });
  });
  showCommand();
  section.append(form);
}

/** Builds the request of what the form holds; fields that were left empty are not sent. */
function buildRequest(call: DocumentedCall, inputs: readonly Input[], isGet: boolean): CallRequest {
  const body: Record<string, unknown> = {};
  let problem = '';
  for (const { name, isJson, control } of inputs) {
    const text = control.value.trim();
    if (text === '') continue;
    if (!isJson) {
      body[name] = text;
      continue;
    }
    try {
      body[name] = JSON.parse(text);
    } catch {
      problem = `${name} is not JSON`;
    }
  }
  const query = new URLSearchParams(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  const target = `/AP/${call.name}${isGet && query !== '' ? `?${query}` : ''}`;
  return { problem, isGet, target, body: JSON.stringify(body) };
}

/** Writes a request as a command of `curl`. */
function buildCommand({ isPrivate }: DocumentedCall, { target, isGet, body }: CallRequest): string {
  return [
    `curl -s "${location.origin}${target}"`,
    ...(isPrivate ? ['-H "aptoken: $TOKEN"'] : []),
    ...(isGet ? [] : [`-d '${body.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ');
}

function createInput(field: DocumentedField): Input {
  const { name, kind, values, example, isRequired } = field;
  const isJson = kind === 'list' || kind === 'object';
  const isSecret = /password|secret|token/i.test(name);
  const control = createControl(values, isJson, isSecret);
  if (example !== undefined && !isSecret && name !== 'AccountId' && name !== 'UserId') {
    if (control instanceof HTMLSelectElement && typeof example === 'number')
      control.selectedIndex = example + 1;
    else control.value = typeof example === 'object' ? JSON.stringify(example, null, 1) : String(example);
  }
  const text = isRequired ? `${name} (required)` : name;
  return { name, isJson, control, label: create('label', isJson ? { class: 'wide' } : {}, [text, control]) };
}

function createControl(
  values: readonly string[] | undefined,
  isJson: boolean,
  isSecret: boolean,
): Input['control'] {
  if (values !== undefined) {
    const options = values.map((value) => create('option', {}, [value]));
    return create('select', {}, [create('option', { value: '' }, ['']), ...options]);
  }
  if (isJson) return create('textarea', { spellcheck: 'false' });
  return create('input', { autocomplete: 'off', spellcheck: 'false', type: isSecret ? 'password' : 'text' });
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function getControl(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
