/**
 * The steps of the identity widget. It communicates with its parent as the real provider's widget does: the parent
 * renews an expired token, and the current step continues with the new one.
 */
export const widgetScript = `
(function () {
  'use strict';
  var token = new URLSearchParams(location.search).get('token') || '';
  var words = document.body.dataset;
  var form = document.querySelector('form');
  var steps = ['details', 'document', 'selfie', 'review'];
  var fields = ['firstName', 'lastName', 'birthDate', 'country', 'documentNumber'];
  var pictureBytesMax = 8388608;
  var longestSide = 2400;
  var pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
  var step = 0;
  var pictures = {};
  var stream = null;
  var cameraOf = '';
  var shownStatus = '';
  var isBusy = false;
  var isChanged = false;
  var renewal = null;

  function $(selector) { return document.querySelector(selector); }
  function each(selector, work) { document.querySelectorAll(selector).forEach(work); }
  function refusal(reason) { return new Error(reason); }

  // To and from the page around us.

  function tell(method, more) {
    if (parent === window) return;
    parent.postMessage(Object.assign({ method: 'idCheck.' + method, sessionId: words.application }, more), location.origin);
  }
  function resized() { tell('onResize', { height: document.documentElement.scrollHeight }); }
  /** The page around us asks before it closes a form with something in it. */
  function changed() {
    if (isChanged) return;
    isChanged = true;
    tell('onContentChanged', {});
  }
  function renew() {
    if (parent === window) return Promise.reject(refusal('token_invalid'));
    if (renewal) return renewal.promise;
    renewal = {};
    renewal.promise = new Promise(function (resolve, reject) {
      renewal.resolve = resolve;
      renewal.reject = reject;
      renewal.timer = setTimeout(function () { settle(null); }, 20000);
    });
    tell('onError', { code: 'invalid-token' });
    return renewal.promise;
  }
  function settle(newToken) {
    if (!renewal) return;
    var waiting = renewal;
    renewal = null;
    clearTimeout(waiting.timer);
    if (!newToken) { waiting.reject(refusal('token_invalid')); return; }
    token = newToken;
    waiting.resolve();
  }
  addEventListener('message', function (event) {
    if (event.source !== parent || event.origin !== location.origin) return;
    var message = event.data;
    if (message && message.method === 'idCheck.updateAccessToken') settle(message.accessToken);
  });

  // To the server. A request meets an old token once: with the new one it is sent again.

  function send(method, path, type, body, onProgress) {
    return new Promise(function (resolve, reject) {
      var request = new XMLHttpRequest();
      request.open(method, '/local/identity/' + path);
      request.timeout = 60000;
      request.setRequestHeader('x-identity-token', token);
      request.setRequestHeader('accept', 'application/json');
      if (type) request.setRequestHeader('content-type', type);
      if (onProgress) request.upload.onprogress = function (event) { if (event.lengthComputable) onProgress(event.loaded / event.total); };
      request.onload = function () {
        var value = null;
        try { value = JSON.parse(request.responseText); } catch (error) { value = null; }
        if (request.status === 200 && value) resolve(value);
        else reject(refusal((value && value.detail) || 'trouble'));
      };
      request.onerror = request.ontimeout = function () { reject(refusal('trouble')); };
      request.send(body || null);
    });
  }
  function call(method, path, type, body, onProgress) {
    return send(method, path, type, body, onProgress).catch(function (error) {
      if (error.message !== 'token_invalid') throw error;
      return renew().then(function () { return send(method, path, type, body, onProgress); });
    });
  }

  // What is on screen.

  function complain(text) {
    var error = $('form > .error');
    error.hidden = !text;
    error.textContent = text || '';
    resized();
  }
  function explain(error) {
    if (error.message === 'token_invalid') complain(words.renewFailed);
    else if (error.message === 'image_refused') complain(words.picture);
    else if (error.message === 'already_submitted') look();
    else complain(words.trouble);
  }
  function mark(name, text) {
    var input = form.elements[name];
    var error = document.getElementById(name + '-error');
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    error.hidden = !text;
    error.textContent = text || '';
  }
  function busy(nowBusy) {
    isBusy = nowBusy;
    each('[data-next],[data-back],[data-camera],input[type=file]', function (one) { one.disabled = nowBusy; });
    if (nowBusy) return;
    $('.sending').hidden = true;
    // A button that was switched off under the focus has lost it.
    if (document.hasFocus() && document.activeElement === document.body) $('[data-next]').focus();
  }
  function showProgress(part) {
    $('.sending').hidden = false;
    $('progress').value = Math.round(part * 100);
    resized();
  }
  function showStep(next) {
    stopCamera();
    step = next;
    complain('');
    each('[data-view]', function (view) { view.hidden = true; });
    form.hidden = false;
    each('[data-step]', function (section) { section.hidden = section.dataset.step !== steps[step]; });
    each('.steps li', function (line, n) { line.toggleAttribute('data-done', n <= step); });
    $('[data-progress]').textContent = words.stepOf.replace('{step}', String(step + 1));
    $('[data-back]').hidden = step === 0;
    var button = $('[data-next]');
    button.textContent = step === 3 ? button.dataset.submitText : button.dataset.nextText;
    if (step === 3) summarise();
    if (next > 0) $('[data-step="' + steps[step] + '"] h1').focus();
    tell('onStepInitiated', { idDocSetType: steps[step] });
    resized();
  }
  function showStatus(status, comment) {
    if (status === shownStatus) return;
    shownStatus = status;
    stopCamera();
    if (status === 'draft') { showStep(0); return; }
    form.hidden = true;
    each('[data-view]', function (view) {
      view.hidden = view.dataset.view !== status;
      var note = view.querySelector('[data-comment]');
      if (note && view.hidden) note.textContent = '';
      else if (note && comment) note.textContent = comment;
    });
    var heading = $('[data-view="' + status + '"] h1');
    if (heading) heading.focus();
    resized();
  }
  function summarise() {
    var list = $('[data-step="review"] dl');
    list.replaceChildren();
    fields.forEach(function (name) {
      var input = form.elements[name];
      var term = document.createElement('dt');
      term.textContent = input.closest('label').firstChild.textContent;
      var value = document.createElement('dd');
      value.textContent = input.tagName === 'SELECT' ? input.selectedOptions[0].textContent : input.value;
      list.append(term, value);
    });
    each('[data-summary]', function (image) { image.src = $('[data-preview="' + image.dataset.summary + '"]').src; });
  }
  function statusMessage(status) {
    if (status === 'pending') return { reviewStatus: 'pending' };
    if (status === 'approved') return { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
    return { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: status === 'retry' ? 'RETRY' : 'FINAL' } };
  }

  // The steps.

  function problemOf(name) {
    var input = form.elements[name];
    if (input.validity.badInput) return words.date;
    if (!input.value.trim()) return words.missing;
    if (name !== 'birthDate') return '';
    var adult = new Date();
    adult.setUTCFullYear(adult.getUTCFullYear() - 18);
    if (input.validity.rangeUnderflow) return words.date;
    return new Date(input.value) > adult ? words.adult : '';
  }
  function checkDetails() {
    var wrong = fields.filter(function (name) { var text = problemOf(name); mark(name, text); return text; });
    resized();
    if (wrong.length > 0) form.elements[wrong[0]].focus();
    return wrong.length === 0;
  }
  function detailsOf() {
    var details = {};
    fields.forEach(function (name) { details[name] = form.elements[name].value.trim(); });
    return JSON.stringify(details);
  }
  function sendPicture(kind) {
    var picture = pictures[kind];
    if (!picture) { complain(words.picture); return; }
    if (picture.isSent) { showStep(step + 1); return; }
    busy(true);
    showProgress(0);
    call('POST', 'document/' + kind, 'application/octet-stream', picture.blob, showProgress).then(
      function () { picture.isSent = true; tell('onStepCompleted', { idDocSetType: kind }); busy(false); showStep(step + 1); },
      function (error) { busy(false); explain(error); },
    );
  }
  function submit() {
    busy(true);
    showProgress(0.5);
    call('POST', 'submit', 'application/json', detailsOf()).then(
      function (applicant) {
        busy(false);
        isChanged = false;
        tell('onApplicantSubmitted', {});
        report(applicant);
      },
      function (error) {
        busy(false);
        if (error.message === 'details_malformed') { showStep(0); checkDetails(); complain(words.missing); }
        else if (error.message === 'document_missing') { forgetPictures(); showStep(1); complain(words.picture); }
        else explain(error);
      },
    );
  }
  function next() {
    if (isBusy) return;
    complain('');
    var name = steps[step];
    if (name === 'review') submit();
    else if (name !== 'details') sendPicture(name);
    else if (checkDetails()) { tell('onStepCompleted', { idDocSetType: name }); showStep(1); }
  }

  // Pictures: of a file or of the camera.

  function showPicture(kind, blob) {
    pictures[kind] = { blob: blob, isSent: false };
    changed();
    var preview = $('[data-preview="' + kind + '"]');
    if (preview.src) URL.revokeObjectURL(preview.src);
    preview.onload = resized;
    preview.src = URL.createObjectURL(blob);
    arrange(kind);
    complain('');
  }
  function choosePicture(kind, file) {
    if (pictureTypes.indexOf(file.type) < 0) { complain(words.picture); return; }
    if (file.size <= pictureBytesMax) { showPicture(kind, file); return; }
    shrink(file).then(function (blob) { showPicture(kind, blob); }, function () { complain(words.picture); });
  }
  function shrink(file) {
    return createImageBitmap(file).then(function (image) {
      var scale = Math.min(1, longestSide / Math.max(image.width, image.height));
      return drawn(image, image.width * scale, image.height * scale);
    });
  }
  function drawn(image, width, height) {
    var canvas = document.createElement('canvas');
    canvas.width = Math.round(width);
    canvas.height = Math.round(height);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise(function (resolve, reject) {
      canvas.toBlob(function (blob) { if (blob) resolve(blob); else reject(refusal('image_refused')); }, 'image/jpeg', 0.9);
    });
  }
  function forgetPictures() {
    pictures = {};
    ['document', 'selfie'].forEach(function (kind) {
      var preview = $('[data-preview="' + kind + '"]');
      if (preview.src) URL.revokeObjectURL(preview.src);
      preview.removeAttribute('src');
      form.elements[kind].value = '';
      arrange(kind);
    });
  }
  /** Shows what belongs to one picture: the camera while it runs, else what was taken. */
  function arrange(kind) {
    var isLive = cameraOf === kind;
    var isTaken = Boolean(pictures[kind]);
    var camera = $('[data-camera="' + kind + '"]');
    $('[data-viewfinder="' + kind + '"]').hidden = !isLive && !isTaken;
    $('[data-video="' + kind + '"]').hidden = !isLive;
    $('[data-preview="' + kind + '"]').hidden = isLive || !isTaken;
    $('[data-take="' + kind + '"]').hidden = !isLive;
    $('[data-close="' + kind + '"]').hidden = !isLive;
    camera.hidden = isLive;
    camera.textContent = isTaken ? camera.dataset.againText : camera.dataset.useText;
    resized();
  }
  function stopCamera() {
    if (stream) stream.getTracks().forEach(function (track) { track.stop(); });
    stream = null;
    var kind = cameraOf;
    cameraOf = '';
    if (kind) arrange(kind);
  }
  function startCamera(kind) {
    complain('');
    if (!navigator.mediaDevices) { complain(words.noCamera); form.elements[kind].focus(); return; }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: kind === 'selfie' ? 'user' : 'environment' } }).then(
      function (opened) {
        if (steps[step] !== kind || form.hidden) { opened.getTracks().forEach(function (track) { track.stop(); }); return null; }
        stream = opened;
        cameraOf = kind;
        var video = $('[data-video="' + kind + '"]');
        video.srcObject = opened;
        video.onloadedmetadata = resized;
        arrange(kind);
        $('[data-take="' + kind + '"]').focus();
        return video.play();
      },
    ).catch(function () { stopCamera(); complain(words.noCamera); form.elements[kind].focus(); });
  }
  function takePicture(kind) {
    var video = $('[data-video="' + kind + '"]');
    if (!video.videoWidth) return;
    drawn(video, video.videoWidth, video.videoHeight).then(
      function (blob) { stopCamera(); showPicture(kind, blob); $('[data-next]').focus(); },
      function () { complain(words.picture); },
    );
  }

  // What becomes of the application.

  function report(applicant) {
    if (applicant.status !== shownStatus) {
      tell('onApplicantStatusChanged', statusMessage(applicant.status));
      if (applicant.status === 'approved') tell('onApplicantVerificationCompleted', {});
      showStatus(applicant.status, applicant.comment);
    }
    if (applicant.status === 'pending') setTimeout(look, 1000);
  }
  function look() {
    call('GET', 'applicant').then(report, function (error) {
      // Without a token there is no more to see here; the page around us knows the level.
      if (error.message === 'token_invalid') showStatus(shownStatus === 'pending' ? 'pending' : 'expired');
      else setTimeout(look, 2000);
    });
  }
  function begin() {
    if (words.status === 'expired') {
      renew().then(function () { return send('GET', 'applicant'); }).then(
        function (applicant) { showStatus(applicant.status, applicant.comment); },
        function () { showStatus('expired'); },
      );
      return;
    }
    tell('onApplicantLoaded', { applicantId: words.application });
    showStatus(words.status);
    if (words.status === 'pending') look();
  }

  form.addEventListener('input', changed);
  form.addEventListener('submit', function (event) { event.preventDefault(); next(); });
  fields.forEach(function (name) {
    // At once and not when the field is left: a press on a button that moves meanwhile would be lost.
    form.elements[name].addEventListener('input', function () {
      if (form.elements[name].hasAttribute('aria-invalid') && !problemOf(name)) { mark(name, ''); resized(); }
    });
  });
  $('[data-back]').addEventListener('click', function () { showStep(step - 1); });
  $('[data-again]').addEventListener('click', function () { shownStatus = 'draft'; forgetPictures(); showStep(0); $('[data-step="details"] h1').focus(); });
  ['document', 'selfie'].forEach(function (kind) {
    form.elements[kind].addEventListener('change', function (event) {
      stopCamera();
      var file = event.target.files[0];
      if (file) choosePicture(kind, file);
    });
    $('[data-camera="' + kind + '"]').addEventListener('click', function () { startCamera(kind); });
    $('[data-take="' + kind + '"]').addEventListener('click', function () { takePicture(kind); });
    $('[data-close="' + kind + '"]').addEventListener('click', function () { stopCamera(); $('[data-camera="' + kind + '"]').focus(); });
  });
  addEventListener('pagehide', stopCamera);
  tell('onReady', {});
  tell('onInitialized', {});
  begin();
})();
`;
