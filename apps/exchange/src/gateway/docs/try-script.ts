/**
 * The script of a local exchange's forms: each sends its call from the page and shows it as a command, with the
 * answer.
 */
export const tryScript = `
(function () {
  'use strict';
  var token = '';

  document.addEventListener('DOMContentLoaded', function () {
    session();
    document.querySelectorAll('.try').forEach(function (place) {
      place.addEventListener('toggle', function () {
        if (place.open && !place.querySelector('form')) fill(place, JSON.parse(place.dataset.call));
      });
    });
  });

  function session() {
    var state = document.querySelector('.session-state');
    var signIn = document.querySelector('form.sign-in');
    var codeField = signIn.querySelector('.code-field');
    var pending = '';
    function take(given, text) { token = given; state.textContent = text; }
    signIn.addEventListener('submit', function (event) {
      event.preventDefault();
      var fields = signIn.elements;
      var isCode = pending !== '';
      var name = isCode ? 'Authenticate2FA' : 'AuthenticateUser';
      var headers = isCode ? { Pending2FaToken: pending } : { Authorization: 'Basic ' + base64(fields.login.value + ':' + fields.password.value) };
      state.textContent = 'Signing in…';
      fetch('/AP/' + name, { method: 'POST', headers: headers, body: JSON.stringify(isCode ? { Code: fields.code.value.trim() } : {}) })
        .then(function (answer) { return answer.ok ? answer.json() : answer.text().then(function (text) { throw new Error(text); }); })
        .then(function (answer) {
          fields.code.value = '';
          var asks = answer.Requires2FA === true && !answer.SessionToken;
          pending = asks ? answer.Pending2FaToken : '';
          codeField.hidden = !asks;
          if (asks) { state.textContent = 'Enter the code of your authenticator app.'; fields.code.focus(); return; }
          if (!answer.SessionToken) throw new Error(answer.errormsg || 'Not signed in.');
          fields.password.value = '';
          take(answer.SessionToken, 'Signed in as ' + fields.login.value + '.');
        })
        .catch(function (error) { state.textContent = error.message || 'The exchange is unavailable.'; });
    });
    document.querySelector('form.token').addEventListener('submit', function (event) {
      event.preventDefault();
      var field = event.target.elements.token;
      take(field.value.trim(), field.value.trim() === '' ? 'Not signed in.' : 'Using your token.');
      field.value = '';
    });
  }

  function base64(text) {
    return btoa(String.fromCharCode.apply(null, new TextEncoder().encode(text)));
  }

  function make(name, attributes, children) {
    var element = document.createElement(name);
    Object.entries(attributes).forEach(function (entry) { if (entry[1] !== false) element.setAttribute(entry[0], entry[1] === true ? '' : entry[1]); });
    (children || []).forEach(function (child) { element.append(child); });
    return element;
  }

  function fill(place, call) {
    var inputs = call.fields.map(function (field) { return inputOf(field); });
    var method = make('select', { 'aria-label': 'Method' }, ['POST', 'GET'].map(function (one) { return make('option', {}, [one]); }));
    var send = make('button', { type: 'submit' }, ['Send']);
    var status = make('span', { role: 'status', class: 'status' });
    var command = make('code', {});
    var answer = make('code', {});
    var answerBox = make('div', { class: 'code', hidden: true }, [make('pre', {}, [answer])]);
    var form = make('form', {}, inputs.map(function (one) { return one.label; }).concat([
      make('div', { class: 'actions' }, [method, send, status]),
      make('div', { class: 'code' }, [make('button', { type: 'button', class: 'copy', 'aria-label': 'Copy: the request as a command' }, ['Copy']), make('pre', {}, [command])]),
      answerBox,
    ]));

    function request() {
      var body = {};
      var problem = '';
      inputs.forEach(function (one) {
        var text = one.input.value.trim();
        if (text === '') return;
        if (!one.isJson) { body[one.name] = text; return; }
        try { body[one.name] = JSON.parse(text); } catch (_) { problem = one.name + ' is not JSON'; }
      });
      var query = new URLSearchParams(Object.entries(body).map(function (entry) { return [entry[0], typeof entry[1] === 'string' ? entry[1] : JSON.stringify(entry[1])]; })).toString();
      var isGet = method.value === 'GET';
      return { problem: problem, isGet: isGet, target: '/AP/' + call.name + (isGet && query ? '?' + query : ''), body: JSON.stringify(body) };
    }
    function show() {
      var asked = request();
      command.textContent = 'curl -s "' + location.origin + asked.target + '"' + (call.isPrivate ? ' \\\\\\n  -H "aptoken: $TOKEN"' : '') + (asked.isGet ? '' : " \\\\\\n  -d '" + asked.body.replaceAll("'", "'\\\\''") + "'");
    }
    form.addEventListener('input', show);
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      var asked = request();
      status.className = 'status';
      if (asked.problem !== '') { status.classList.add('bad'); status.textContent = asked.problem; return; }
      send.disabled = true;
      status.textContent = 'Sending…';
      var startedAt = performance.now();
      fetch(asked.target, Object.assign({ method: method.value, headers: token === '' ? {} : { aptoken: token } }, asked.isGet ? {} : { body: asked.body }))
        .then(function (reply) {
          return reply.text().then(function (text) {
            var isGood = reply.ok && !/^{"result":false/.test(text);
            status.classList.add(isGood ? 'good' : 'bad');
            status.textContent = reply.status + (isGood ? '' : ' refused') + ', ' + Math.round(performance.now() - startedAt) + ' ms';
            answer.textContent = laidOut(text);
            answerBox.hidden = false;
          });
        })
        .catch(function () { status.classList.add('bad'); status.textContent = 'The exchange is unavailable.'; })
        .finally(function () { send.disabled = false; });
    });
    show();
    place.append(form);
  }

  function inputOf(field) {
    var isJson = field.kind === 'list' || field.kind === 'object';
    var isSecret = /password|secret|token/i.test(field.name);
    var input;
    if (field.values) input = make('select', {}, [make('option', { value: '' }, [''])].concat(field.values.map(function (value) { return make('option', {}, [value]); })));
    else if (isJson) input = make('textarea', { spellcheck: 'false' });
    else input = make('input', { autocomplete: 'off', spellcheck: 'false', type: isSecret ? 'password' : 'text', required: false });
    var example = field.example;
    if (example !== undefined && !isSecret && field.name !== 'AccountId' && field.name !== 'UserId') {
      if (field.values && typeof example === 'number') input.selectedIndex = example + 1;
      else input.value = isJson ? JSON.stringify(example, null, 1) : String(example);
    }
    var name = field.name + (field.isRequired ? ' (required)' : '');
    return { name: field.name, isJson: isJson, input: input, label: make('label', isJson ? { class: 'wide' } : {}, [name, input]) };
  }

  /** JSON over several lines, by its signs: reading its figures would cost digits. */
  function laidOut(text) {
    if (!/^[[{]/.test(text)) return text;
    var out = '';
    var depth = 0;
    var isText = false;
    for (var n = 0; n < text.length && n < 20000; n += 1) {
      var sign = text[n];
      if (isText) { out += sign; if (sign === '\\\\') { n += 1; out += text[n]; } else if (sign === '"') isText = false; continue; }
      if (sign === '"') isText = true;
      var isEmpty = (sign === '{' && text[n + 1] === '}') || (sign === '[' && text[n + 1] === ']');
      if (isEmpty) { out += sign + text[n + 1]; n += 1; }
      else if (sign === '{' || sign === '[') { depth += 1; out += sign + '\\n' + '  '.repeat(depth); }
      else if (sign === '}' || sign === ']') { depth -= 1; out += '\\n' + '  '.repeat(depth) + sign; }
      else if (sign === ',') out += ',\\n' + '  '.repeat(depth);
      else if (sign === ':') out += ': ';
      else out += sign;
    }
    return text.length > 20000 ? out + '\\n…' : out;
  }
})();
`;
