import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { action, script } from './samples.ts';

export const phpXss: Rule = {
  id: 'php-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message:
    "Untrusted input is written into a page unescaped, so its sender can run scripts in other users' browsers.",
  help: 'Output it with htmlspecialchars($x), {{ $x }} (Blade) or {{ x }} (Twig).',
  category: 'xss',
  sinks: [
    { call: ['{echo,exit,die,print_r,wp_die}'] },
    { call: ['{printf,vprintf}'], args: 'all' },
    {
      call: [
        '{Response,*.Response,HtmlString,*.HtmlString}',
        '{response,*.Response.make}',
        '*.{setContent,html}',
      ],
      when: ({ names }) => !names.some((name) => /Guzzle|Psr7|[Cc]lient/.test(name)),
    },
    {
      returns: (_, owner) => owner?.bases.some((base) => base.endsWith('Controller')) === true,
      unless: (value) => !isBuiltText(value) || !/<[a-z]/i.test(prefixOf(value) ?? ''),
    },
  ],
  positives: [
    script('echo "Hello " . $_GET["name"]; // HERE'),
    '<p><?= $_GET["q"] ?></p> <!-- // HERE -->\n',
    script('$name = $_COOKIE["name"];\nprint "<b>$name</b>"; // HERE'),
    script('printf("<b>%s</b>", $_REQUEST["q"]); // HERE').replace(
      'printf("<b>%s</b>", $_REQUEST["q"])',
      'printf("<b>%s</b>", $_REQUEST["q"])',
    ),
    script('function show($x) { echo $x; } // HERE\nshow($_GET["a"]);'),
    action('        return "<h1>" . $request->title . "</h1>"; // HERE'),
    action(
      '        return new Response("<p>" . $request->get("q") . "</p>"); // HERE',
      'use Symfony\\Component\\HttpFoundation\\Response;',
    ),
    script('foreach ($_POST["tags"] as $key => $tag) {\n  echo "<li>$tag</li>"; // HERE\n}'),
    "<?php\n$q = $_GET['q'];\nprintf($q); // HERE\n",
    "<?php\n$q = $_GET['q'];\nresponse($q); // HERE\n",
    '<?php\nnamespace App\\Http\\Controllers;\n\nuse Illuminate\\Http\\Request;\nuse Symfony\\Component\\HttpFoundation\\setContent;\nclass UserController extends Controller\n{\n    public function show(Request $request, string $id)\n    {\n        return new setContent("<p>" . $request->get("q") . "</p>"); // HERE\n    }\n}\n',
  ],
  negatives: [
    script('echo htmlspecialchars($_GET["name"], ENT_QUOTES);'),
    script('echo (int) $_GET["n"];\necho count($_POST);'),
    script('$x = $_GET["a"] === "b" ? "yes" : "no";\necho $x;'),
    script('echo json_encode($_GET);'),
    action('        return view("users.show", ["name" => $request->name]);'),
    action('        return $request->name;'),
    script('$user = User::find($_GET["id"]);\necho $user->name;'),
  ],
};
