import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { staysHere } from './conditions.ts';
import { action, script, symfonyAction } from './samples.ts';

const location = /^location:\s*/i;

/** Looks at the URL after the name of the header. */
const headerStaysHere = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  return !location.test(prefix) || staysHere({ taints: [], prefix: prefix.replace(location, '') });
};

export const phpOpenRedirect: Rule = {
  id: 'php-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Only redirect to your own paths and routes, or to hosts on an allow list.',
  category: 'redirect',
  sinks: [
    { call: ['header'], unless: headerStaysHere },
    {
      call: [
        '{redirect,wp_redirect}',
        '{Redirect,*.Redirect}.{to,away}',
        '*.redirect',
        '{RedirectResponse,*.RedirectResponse}',
      ],
      unless: staysHere,
    },
    { call: ['redirect().{to,away,guest}'], unless: staysHere },
  ],
  positives: [
    script('header("Location: " . $_GET["next"]); // HERE'),
    action('        return redirect($request->input("next")); // HERE'),
    action('        return redirect()->away($request->query("url")); // HERE'),
    symfonyAction('        return $this->redirect($request->query->get("return")); // HERE'),
    symfonyAction(
      '        return new RedirectResponse($request->get("to")); // HERE',
      'use Symfony\\Component\\HttpFoundation\\RedirectResponse;',
    ),
    '<?php\nRedirect::to("Location: " . $_GET["next"]); // HERE\n',
  ],
  negatives: [
    script('header("Location: /users/" . $_GET["id"]);'),
    script('header("Location: index.php?page=" . $_GET["p"]);'),
    script('header("X-Name: " . $_GET["next"]);'),
    script('header("Location: https://example.com/?q=" . $_GET["q"]);'),
    action('        return redirect()->route("users.show", ["id" => $request->id]);'),
    symfonyAction('        return $this->redirectToRoute("users", ["q" => $request->query->get("q")]);'),
    script(
      '$next = $_GET["next"];\nif (!is_allowed_url($next)) { $next = "/"; }\nheader("Location: " . $next);',
    ),
  ],
};

const addressItself = /\$_SERVER\s?\[\s?['"]REQUEST_URI['"]\s?\]/;

export const phpRedirectToSelf: Rule = {
  id: 'php-redirect-to-self',
  cwe: 'CWE-601',
  severity: 'low',
  confidence: 'low',
  title: 'Redirect to the requested URL',
  message: 'A path that starts with two slashes, as in //example.org, leads to another host.',
  help: 'Redirect to one of your own paths, or remove all but one leading slash.',
  supersededBy: ['php-open-redirect'],
  calls: [
    {
      call: ['header'],
      when: ({ args: [value], written: [text] }) =>
        value !== undefined &&
        /^location:\s*$/i.test(prefixOf(value) ?? '') &&
        addressItself.test(text?.at.text.slice(0, 200) ?? ''),
    },
  ],
  words: ['REQUEST_URI'],
  positives: [script('header("Location: " . $_SERVER["REQUEST_URI"]); // HERE')],
  negatives: [
    script('header("Location: https://example.com" . $_SERVER["REQUEST_URI"]);'),
    script('header("X-Address: " . $_SERVER["REQUEST_URI"]);\nheader("Location: /a");'),
  ],
};
