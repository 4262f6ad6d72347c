/** The identity widget's steps. Talks to its parent the way the real provider's widget does. */
export const widgetScript = `
(function () {
  var token = new URLSearchParams(location.search).get('token') || '';
  var body = document.body;
  var words = body.dataset;
  var form = document.querySelector('form');
  var steps = ['details', 'document', 'selfie', 'review'];
  var step = 0;
  var pictures = {};
  var stream = null;
  var shownStatus = '';

  function $(selector) { return document.querySelector(selector); }
  function tell(method, more) {
    if (parent === window) return;
    parent.postMessage(Object.assign({ method: 'idCheck.' + method, sessionId: words.application }, more), location.origin);
  }
  function resized() { tell('onResize', { height: document.documentElement.scrollHeight }); }
  function call(path, options) {
    options.headers = Object.assign({ 'x-identity-token': token, accept: 'application/json' }, options.headers);
    return fetch('/local/identity/' + path, options).then(function (answer) {
      return answer.json().then(function (value) {
        if (!answer.ok) throw new Error(value.detail || 'trouble');
        return value;
      });
    });
  }
  function complain(text) {
    var error = $('.error');
    error.hidden = !text;
    error.textContent = text || '';
    resized();
  }
  function showStep(next) {
    stopCamera();
    step = next;
    complain('');
    document.querySelectorAll('[data-view]').forEach(function (view) { view.hidden = true; });
    form.hidden = false;
    $('[data-controls]').hidden = false;
    document.querySelectorAll('[data-step]').forEach(function (section) { section.hidden = section.dataset.step !== steps[step]; });
    document.querySelectorAll('.steps li').forEach(function (mark, n) { mark.toggleAttribute('data-done', n <= step); });
    $('[data-back]').hidden = step === 0;
    var button = $('[data-next]');
    button.textContent = step === 3 ? button.dataset.submitText : button.dataset.nextText;
    if (step === 3) summarise();
    var heading = $('[data-step="' + steps[step] + '"] h1');
    if (next > 0) heading.focus();
    tell('onStepInitiated', { idDocSetType: steps[step] });
    resized();
  }
  function showStatus(status, comment) {
    if (status === shownStatus) return;
    shownStatus = status;
    stopCamera();
    if (status === 'draft') { showStep(0); return; }
    form.hidden = true;
    document.querySelectorAll('[data-view]').forEach(function (view) {
      view.hidden = view.dataset.view !== status;
      var note = view.querySelector('[data-comment]');
      if (note && comment) note.textContent = comment;
    });
    var heading = $('[data-view="' + status + '"] h1');
    if (heading) heading.focus();
    resized();
  }
  function statusMessage(status) {
    if (status === 'pending') return { reviewStatus: 'pending' };
    if (status === 'approved') return { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
    return { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: status === 'retry' ? 'RETRY' : 'FINAL' } };
  }
  function summarise() {
    var list = $('[data-step="review"] dl');
    list.replaceChildren();
    ['firstName', 'lastName', 'birthDate', 'country', 'documentNumber'].forEach(function (name) {
      var input = form.elements[name];
      var term = document.createElement('dt');
      term.textContent = input.closest('label').firstChild.textContent;
      var value = document.createElement('dd');
      value.textContent = input.value;
      list.append(term, value);
    });
  }
  function checkDetails() {
    var names = ['firstName', 'lastName', 'birthDate', 'country', 'documentNumber'];
    for (var i = 0; i < names.length; i++) {
      var input = form.elements[names[i]];
      var isMissing = !input.value.trim();
      input.setAttribute('aria-invalid', String(isMissing));
      if (isMissing) { complain(words.missing); input.focus(); return false; }
    }
    var adult = new Date();
    adult.setUTCFullYear(adult.getUTCFullYear() - 18);
    if (new Date(form.elements.birthDate.value) > adult) {
      form.elements.birthDate.setAttribute('aria-invalid', 'true');
      complain(words.adult);
      form.elements.birthDate.focus();
      return false;
    }
    return true;
  }
  function keepPicture(kind, blob) {
    pictures[kind] = blob;
    var preview = $('[data-preview="' + kind + '"]');
    if (preview.src) URL.revokeObjectURL(preview.src);
    preview.src = URL.createObjectURL(blob);
    preview.hidden = false;
    preview.onload = resized;
    complain('');
  }
  function stopCamera() {
    if (stream) stream.getTracks().forEach(function (track) { track.stop(); });
    stream = null;
    document.querySelectorAll('[data-video],[data-take]').forEach(function (one) { one.hidden = true; });
    document.querySelectorAll('[data-camera]').forEach(function (one) { one.hidden = false; });
  }
  function startCamera(kind) {
    if (!navigator.mediaDevices) { complain(words.noCamera); return; }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: kind === 'selfie' ? 'user' : 'environment' } }).then(
      function (opened) {
        stream = opened;
        var video = $('[data-video="' + kind + '"]');
        video.srcObject = opened;
        video.hidden = false;
        $('[data-take="' + kind + '"]').hidden = false;
        $('button[data-camera="' + kind + '"]').hidden = true;
        return video.play().then(resized);
      },
    ).catch(function () { complain(words.noCamera); });
  }
  function takePicture(kind) {
    var video = $('[data-video="' + kind + '"]');
    var canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d').drawImage(video, 0, 0);
    canvas.toBlob(function (blob) { stopCamera(); if (blob) keepPicture(kind, blob); }, 'image/jpeg', 0.9);
  }
  function busy(isBusy) { $('[data-next]').disabled = isBusy; $('[data-back]').disabled = isBusy; }
  function send(kind) {
    return call('document/' + kind, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: pictures[kind] });
  }
  function next() {
    var name = steps[step];
    if (name === 'details') {
      if (checkDetails()) { tell('onStepCompleted', { idDocSetType: name }); showStep(1); }
      return;
    }
    if (name === 'document' || name === 'selfie') {
      var picture = pictures[name];
      if (!picture || picture.size > 8388608) { complain(words.picture); return; }
      busy(true);
      send(name).then(
        function () { tell('onStepCompleted', { idDocSetType: name }); showStep(step + 1); },
        function (error) { complain(error.message === 'image_refused' ? words.picture : words.trouble); },
      ).finally(function () { busy(false); });
      return;
    }
    busy(true);
    var details = {};
    ['firstName', 'lastName', 'birthDate', 'country', 'documentNumber'].forEach(function (field) { details[field] = form.elements[field].value.trim(); });
    call('submit', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(details) }).then(
      function (applicant) {
        tell('onApplicantSubmitted', {});
        tell('onApplicantStatusChanged', statusMessage(applicant.status));
        showStatus(applicant.status, applicant.comment);
        watch();
      },
      function (error) {
        if (error.message === 'token_invalid') { tell('onError', { code: 'invalid-token' }); showStatus('expired'); }
        else complain(words.trouble);
      },
    ).finally(function () { busy(false); });
  }
  function watch() {
    setTimeout(function () {
      call('applicant', { method: 'GET' }).then(
        function (applicant) {
          if (applicant.status !== shownStatus) {
            tell('onApplicantStatusChanged', statusMessage(applicant.status));
            if (applicant.status === 'approved') tell('onApplicantVerificationCompleted', {});
            showStatus(applicant.status, applicant.comment);
          }
          if (applicant.status === 'pending') watch();
        },
        function (error) {
          if (error.message === 'token_invalid') tell('onError', { code: 'invalid-token' });
          else watch();
        },
      );
    }, 1000);
  }

  form.addEventListener('submit', function (event) { event.preventDefault(); next(); });
  $('[data-back]').addEventListener('click', function () { showStep(step - 1); });
  $('[data-again]').addEventListener('click', function () { shownStatus = 'draft'; pictures = {}; showStep(0); });
  ['document', 'selfie'].forEach(function (kind) {
    form.elements[kind].addEventListener('change', function (event) {
      var file = event.target.files[0];
      if (file) keepPicture(kind, file);
    });
    $('button[data-camera="' + kind + '"]').addEventListener('click', function () { startCamera(kind); });
    $('[data-take="' + kind + '"]').addEventListener('click', function () { takePicture(kind); });
  });
  tell('onReady', {});
  tell('onInitialized', {});
  if (words.status === 'expired') tell('onError', { code: 'invalid-token' });
  else tell('onApplicantLoaded', { applicantId: words.application });
  showStatus(words.status);
  if (words.status === 'pending') watch();
})();
`;
