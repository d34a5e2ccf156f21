import { casesOf, type QualityCase } from './quality-case.ts';

const withTag = (cases: readonly QualityCase[]): QualityCase[] =>
  cases.map((each) => ({ ...each, code: `<?php\n${each.code}` }));

/** Realistic pieces of PHP, most of them of applications with Laravel, Symfony or none. */
export const phpCases: readonly QualityCase[] = withTag([
  ...casesOf(
    'sql',
    `
$page = isset($_GET['page']) ? $_GET['page'] : 1;
$result = $mysqli->query("SELECT * FROM posts LIMIT " . $page . ", 10"); // ! php-sql-injection
while ($row = $result->fetch_assoc()) {
    echo htmlspecialchars($row['title']);
}
---
$page = isset($_GET['page']) ? (int) $_GET['page'] : 1;
$result = $mysqli->query("SELECT * FROM posts LIMIT " . ($page * 10) . ", 10");
---
class OrderRepository
{
    public function __construct(private PDO $pdo) {}

    public function byStatus(string $status): array
    {
        $statement = $this->pdo->prepare('SELECT * FROM orders WHERE status = :status');
        $statement->execute(['status' => $status]);
        return $statement->fetchAll();
    }
}
$orders = (new OrderRepository($pdo))->byStatus($_GET['status']);
---
class OrderRepository
{
    public function __construct(private PDO $pdo) {}

    public function byStatus(string $status): array
    {
        return $this->pdo->query("SELECT * FROM orders WHERE status = '$status'")->fetchAll(); // ! php-sql-injection
    }
}
$orders = (new OrderRepository($pdo))->byStatus($_GET['status']);
---
use Illuminate\\Http\\Request;
class ReportController extends Controller
{
    public function index(Request $request)
    {
        $direction = $request->get('direction') === 'desc' ? 'desc' : 'asc';
        $query = Order::query()->orderByRaw("created_at $direction");
        if ($request->filled('customer')) {
            $query->whereRaw('customer like "%' . $request->customer . '%"'); // ! php-sql-injection
        }
        return $query->paginate($request->integer('size', 20));
    }
}
---
$conditions = [];
foreach ($_POST['filters'] as $column => $value) {
    $conditions[] = "$column = '" . $db->real_escape_string($value) . "'";
}
$allowed = ['name', 'mail'];
$column = in_array($_POST['column'], $allowed, true) ? $_POST['column'] : 'name';
$db->query("SELECT $column FROM users");
`,
  ),
  ...casesOf(
    'command and code',
    `
function thumbnail(string $name): void
{
    $target = escapeshellarg("thumbs/$name");
    exec("convert " . escapeshellarg($name) . " -resize 100x100 $target");
}
thumbnail($_POST['name']);
---
function thumbnail(string $name): void
{
    exec("convert uploads/$name -resize 100x100 thumbs/$name"); // ! php-command-injection
}
thumbnail($_POST['name']);
---
$action = $_REQUEST['action'] ?? 'index';
if (!method_exists($controller, $action)) {
    http_response_code(404);
    exit;
}
$controller->$action(); // ! php-dynamic-call
---
$actions = ['list' => 'listAll', 'show' => 'showOne'];
$action = $_REQUEST['action'] ?? 'list';
if (!array_key_exists($action, $actions)) {
    exit('unknown action');
}
call_user_func([$controller, $actions[$action]]);
---
$lang = $_COOKIE['lang'] ?? 'en';
include __DIR__ . "/lang/$lang.php"; // ! php-file-inclusion
---
$lang = $_COOKIE['lang'] ?? 'en';
if (!preg_match('/^[a-z]{2}$/', $lang)) {
    $lang = 'en';
}
include __DIR__ . "/lang/$lang.php";
`,
  ),
  ...casesOf(
    'pages',
    `
$q = trim($_GET['q'] ?? '');
?>
<form><input name="q" value="<?= $q ?>"></form><?php // ! php-xss
---
$q = trim($_GET['q'] ?? '');
?>
<form><input name="q" value="<?= htmlspecialchars($q, ENT_QUOTES) ?>"></form>
<?php
---
$id = filter_input(INPUT_GET, 'id', FILTER_VALIDATE_INT);
echo "<h1>Order $id</h1>";
---
function e_attr($text) { return htmlentities($text, ENT_QUOTES, 'UTF-8'); }
printf('<a title="%s">%d</a>', e_attr($_GET['title']), $_GET['count']);
---
use Symfony\\Component\\HttpFoundation\\{Request, Response};
class HelloController extends AbstractController
{
    #[Route('/hello/{name}')]
    public function hello(string $name): Response
    {
        return new Response("<h1>Hello $name</h1>"); // ! php-xss
    }

    #[Route('/bye/{name}')]
    public function bye(string $name): Response
    {
        return $this->render('bye.html.twig', ['name' => $name]);
    }
}
---
header('Location: ' . ($_GET['next'] ?? '/')); // ! php-open-redirect
exit;
---
$next = $_GET['next'] ?? '/';
header('Location: /' . ltrim($next, '/'));
exit;
`,
  ),
  ...casesOf(
    'files and requests',
    `
use Illuminate\\Http\\Request;
class FileController extends Controller
{
    public function show(Request $request)
    {
        $path = storage_path('reports/' . $request->input('file'));
        return response()->download($path); // ! php-path-traversal
    }

    public function safe(Request $request)
    {
        return response()->download(storage_path('reports/' . basename($request->input('file'))));
    }
}
---
$curl = curl_init();
curl_setopt($curl, CURLOPT_URL, $_POST['callback']); // ! php-ssrf
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false); // ! php-tls-unverified
$body = curl_exec($curl);
---
$curl = curl_init('https://api.example.com/v1/users/' . rawurlencode($_GET['user']));
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
$body = json_decode(curl_exec($curl), true);
echo htmlspecialchars($body['name']);
---
$cart = unserialize(base64_decode($_COOKIE['cart'])); // ! php-unsafe-deserialization
---
$cart = json_decode(base64_decode($_COOKIE['cart']), true) ?? [];
$total = array_sum(array_column($cart, 'price'));
echo number_format($total, 2);
---
$file = $_FILES['photo'];
$extension = strtolower(pathinfo($file['name'], PATHINFO_EXTENSION));
if (!in_array($extension, ['png', 'jpg'], true)) {
    exit('no');
}
move_uploaded_file($file['tmp_name'], 'uploads/' . bin2hex(random_bytes(8)) . '.' . $extension);
`,
  ),
  ...casesOf(
    'settings and secrets',
    `
$user->password = md5($password); // ! php-weak-password-hash
$user->reset_token = sha1(uniqid(mt_rand(), true)); // ! php-weak-random
---
$user->password = password_hash($password, PASSWORD_ARGON2ID);
$user->reset_token = bin2hex(random_bytes(20));
---
setcookie('session', $id, ['expires' => 0, 'secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
setcookie('theme', $theme);
---
ini_set('display_errors', '1'); // ! php-debug-mode
---
$cipher = openssl_encrypt($text, 'aes-256-cbc', $_ENV['KEY'], OPENSSL_RAW_DATA, random_bytes(16));
$old = openssl_decrypt($text, 'des-cbc', $_ENV['KEY']); // ! php-weak-cipher
`,
  ),
]);
