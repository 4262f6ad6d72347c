/**
 * The widget's page as the web SDK expects it: it reports that it is ready, takes the token, and reports events.
 * Its field shows whether a renewed token lost the input.
 */
export const sumsubWidgetPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sumsub</title>
<h1>Fake widget</h1>
<p id="setting"></p>
<p id="state">waiting</p>
<label>First name <input id="name"></label>
<button id="submit">Submit</button>
<button id="expire">Token over</button>
<button id="fail">Break</button>
<script>
  var frameId = location.search.slice(location.search.indexOf('_=') + 2).split('&')[0];
  var token = '';
  var pending = null;
  function show(text) { document.getElementById('state').textContent = text; }
  function emit(method, more) {
    parent.postMessage(Object.assign({ method: 'idCheck.' + method, frameId: frameId, sessionId: 's1' }, more), '*');
  }
  function act(name) {
    return fetch('/websdk/act', { method: 'POST', body: JSON.stringify({ token: token, act: name }) }).then(function (answer) {
      if (answer.status === 401) { pending = name; show('token over'); emit('onError', { code: 'invalid-token' }); return null; }
      return answer.json();
    });
  }
  function load() {
    return act('load').then(function (applicant) {
      if (!applicant) return;
      emit('onApplicantLoaded', { applicantId: applicant.applicantId });
      show(applicant.reviewStatus);
    });
  }
  function submit() {
    return act('submit').then(function (applicant) {
      if (!applicant) return;
      show('submitted');
      emit('onApplicantSubmitted', {});
      emit('onApplicantStatusChanged', { reviewStatus: applicant.reviewStatus, levelName: applicant.levelName });
    });
  }
  addEventListener('message', function (event) {
    if (event.source !== parent) return;
    var message = event.data;
    if (message.method === 'idCheck.init') {
      token = message.accessToken;
      if ('id_' + btoa(token) !== frameId) { show('another token'); return; }
      document.getElementById('setting').textContent = message.lang + ' ' + message.theme + ' ' + message.packageVersion;
      emit('onInitialized', {});
      emit('onResize', { height: 480 });
      load();
    }
    if (message.method === 'idCheck.updateAccessToken') {
      if (!message.accessToken) { show('no token: ' + message.error); return; }
      token = message.accessToken;
      show('renewed');
      if (pending === 'submit') submit();
      pending = null;
    }
  });
  document.getElementById('submit').onclick = submit;
  document.getElementById('expire').onclick = function () { emit('onError', { code: 'invalid-token' }); };
  document.getElementById('fail').onclick = function () { emit('onError', { code: 'general', error: 'broken' }); };
  emit('onReady', {});
</script>
`;
