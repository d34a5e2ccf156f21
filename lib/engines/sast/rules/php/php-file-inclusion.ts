import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpFileInclusion: Rule = {
  id: 'php-file-inclusion',
  cwe: 'CWE-98',
  severity: 'critical',
  title: 'Untrusted input chooses a file to include',
  message: 'Untrusted input names a file that is run as PHP: uploads, logs and remote files can become code.',
  help: 'Only include files from a list of allowed names.',
  category: 'path',
  sinks: [{ call: ['{include,virtual}'] }],
  positives: [
    script('include $_GET["page"] . ".php"; // HERE'),
    script('$page = "pages/" . $_GET["page"];\nrequire_once($page); // HERE'),
  ],
  negatives: [
    script('include __DIR__ . "/a.php";'),
    script(
      '$page = $_GET["page"];\nif (!in_array($page, ["a", "b"])) { $page = "a"; }\ninclude "pages/$page.php";',
    ),
    script('include "pages/" . basename($_GET["page"]) . ".php";'),
  ],
};
