import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { argument, around, constantText, isUnseen, returnsPage } from './conditions.ts';
import { django, flask } from './samples.ts';

const otherType = /json|plain|csv|xml(?!\+xhtml)|octet|pdf|image|javascript/i;

const isPage = (call: Call): boolean => {
  const type =
    argument(call, 'content_type', -1) ??
    call.named.get('mimetype') ??
    call.named.get('media_type') ??
    undefined;
  return !otherType.test(constantText(type));
};

/** Matches a content type that is set later: `r.mimetype = "text/plain"`. */
const saysOtherType =
  /(?:\.mimetype|\.content_type|\[['"]Content-Type['"]\])\s{0,4}=\s{0,4}['"](?!text\/html)/i;

/** Dictionaries become JSON; in `(body, status, headers)` the body is the page. */
const isNoPage = (value: Value): boolean => {
  if (!value.fields) return isUnseen(value);
  const body = value.fields.length === undefined ? undefined : value.fields.get('0');
  return body === undefined || body.fields !== undefined || body.taints.length === 0 || isUnseen(body);
};

const isTornado = ({ receiver, within }: Call): boolean =>
  within?.owner !== undefined &&
  receiver?.type === within.owner &&
  /^(?:get|post|put|delete|patch)$/.test(within.name ?? '');

export const pyXss: Rule = {
  id: 'py-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message: 'Untrusted input is written into a page unescaped, so it can inject a script.',
  help: 'Render it with a template that escapes, or escape it first (markupsafe.escape, html.escape, format_html).',
  category: 'xss',
  sinks: [
    { returns: returnsPage, unless: isNoPage },
    {
      call: [
        'django.http.{HttpResponse,HttpResponseBadRequest,HttpResponseNotFound,HttpResponseForbidden,HttpResponseServerError}',
        'django.http.response.HttpResponse',
        '{HttpResponse,HTMLResponse}',
        '*.HTMLResponse',
        '{flask,quart,werkzeug.wrappers,bottle}.Response',
        'sanic.response.html',
        'pyramid.response.Response',
      ],
      args: [0],
      named: ['content', 'response', 'body'],
      when: isPage,
    },
    {
      call: ['{aiohttp.web,web}.Response'],
      args: [],
      named: ['text', 'body'],
      when: (call) => /html/.test(constantText(call.named.get('content_type'))),
    },
    {
      call: ['*.make_response', 'make_response'],
      args: [0],
      fields: ['0'],
      when: (call) => !saysOtherType.test(around(call)),
    },
    { call: ['*.{Markup,mark_safe,SafeString,SafeText}', '{Markup,mark_safe}'] },
    { call: ['*.write'], when: isTornado },
    { call: ['*.wfile.write'], when: (call) => around(call).includes('text/html') },
  ],
  positives: [
    flask('    return "<h1>Hello " + request.args["name"] + "</h1>"  # HERE'),
    flask('    page = ""\n    page += f"<p>{request.form.get(\'q\')}</p>"\n    return page  # HERE'),
    django(
      '    return HttpResponse("Hello %s" % request.GET.get("name"))  # HERE',
      'from django.http import HttpResponse',
    ),
    django(
      '    note = mark_safe("<b>" + request.POST["note"] + "</b>")  # HERE\n    return render(request, "a.html", {"note": note})',
      'from django.utils.safestring import mark_safe',
    ),
    'from flask import make_response, request\n@app.route("/a")\ndef a():\n    return make_response("<p>" + request.cookies["n"] + "</p>")  # HERE\n',
    'from fastapi.responses import HTMLResponse\n@app.get("/h/{name}")\nasync def hello(name: str):\n    return HTMLResponse(f"<h1>{name}</h1>")  # HERE\n',
    '@app.route("/u/<name>")\ndef user(name):\n    return "User %s" % name, 200  # HERE\n',
    'class H(tornado.web.RequestHandler):\n    def get(self):\n        self.write("<p>" + self.get_argument("n"))  # HERE\n',
  ],
  negatives: [
    flask(
      '    return "<h1>Hello " + escape(request.args["name"]) + "</h1>"',
      'from markupsafe import escape',
    ),
    flask(
      '    return render_template("a.html", name=request.args["name"])',
      'from flask import render_template',
    ),
    flask('    return {"name": request.args["name"]}'),
    flask('    return jsonify(name=request.args["name"]), 201', 'from flask import jsonify'),
    django(
      '    return HttpResponse(json.dumps({"n": request.GET["n"]}), content_type="application/json")',
      'import json\nfrom django.http import HttpResponse',
    ),
    'from fastapi import FastAPI\n@app.get("/h/{name}")\nasync def hello(name: str):\n    return f"Hello {name}"\n',
    flask(
      '    r = make_response("Hello " + request.args["n"])\n    r.mimetype = "text/plain"\n    return r',
      'from flask import make_response',
    ),
    flask(
      '    return make_response(("done", {"X-Name": request.args["n"]}))',
      'from flask import make_response',
    ),
    '@app.route("/u/<int:id>")\ndef user(id):\n    return "User %s" % id\n',
    flask('    user = User.query.filter_by(name=request.args["n"]).first()\n    return "User " + user.name'),
  ],
};
