import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { isOwnAddress, staysHere } from './conditions.ts';
import { django, flask } from './samples.ts';

const isHarmless = (value: Value): boolean => staysHere(value) || isOwnAddress(value);

export const pyOpenRedirect: Rule = {
  id: 'py-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message:
    'The target of the redirect comes from untrusted input: a link to this site can lead people to a phishing site.',
  help: 'Only redirect to paths of this site (url_has_allowed_host_and_scheme, url_for), or choose from a list.',
  category: 'redirect',
  sinks: [
    {
      call: [
        '*.{redirect,RedirectResponse,HttpResponseRedirect,HttpResponsePermanentRedirect,HTTPFound,HTTPSeeOther,HTTPMovedPermanently,HTTPTemporaryRedirect}',
        '{redirect,RedirectResponse,HttpResponseRedirect,HttpResponsePermanentRedirect,HTTPFound,HTTPSeeOther}',
      ],
      named: ['url', 'location', 'redirect_to'],
      unless: isHarmless,
    },
    { write: ['*.Location'], unless: staysHere },
  ],
  positives: [
    flask('    return redirect(request.args.get("next"))  # HERE', 'from flask import redirect'),
    django(
      '    return HttpResponseRedirect(request.GET["next"])  # HERE',
      'from django.http import HttpResponseRedirect',
    ),
    flask(
      '    r = make_response()\n    r.headers["Location"] = request.args["to"]  # HERE\n    return r',
      'from flask import make_response',
    ),
    flask(
      '    return redirect(html.escape(request.args["next"]))  # HERE',
      'import html\nfrom flask import redirect',
    ),
    flask(
      '    to = markupsafe.escape(request.args["next"])\n    return redirect(to)  # HERE',
      'import markupsafe\nfrom flask import redirect',
    ),
    'from fastapi.responses import RedirectResponse\n@router.get("/go")\ndef go(to: str):\n    return RedirectResponse(to)  # HERE\n',
  ],
  negatives: [
    flask(
      '    form = PostForm()\n    post = form.save(current_user)\n    return redirect(post.url)',
      'from flask import redirect',
    ),
    flask('    return redirect(next_address(request.args["n"]))', 'from flask import redirect'),
    django(
      '    url = reverse("list")\n    url += request.GET["q"]\n    return redirect(url)',
      'from django.urls import reverse\nfrom django.shortcuts import redirect',
    ),
    flask(
      '    return redirect(url_for("page", name=request.args["n"]))',
      'from flask import redirect, url_for',
    ),
    flask('    return redirect("/users/" + request.args["n"])', 'from flask import redirect'),
    django(
      '    to = request.GET["next"]\n    if url_has_allowed_host_and_scheme(to, allowed_hosts={"example.com"}):\n        return redirect(to)\n    return redirect("/")',
      'from django.shortcuts import redirect',
    ),
    flask(
      '    to = request.args["to"]\n    url = urllib.parse.urlparse(to)\n    if url.netloc not in ["example.com"] or url.scheme != "https":\n        return ""\n    return flask.redirect(to)',
      'import flask, urllib.parse',
    ),
  ],
};
