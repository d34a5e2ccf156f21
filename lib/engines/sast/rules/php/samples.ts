/** A script with these statements. */
export const script = (code: string): string => `<?php\n${code}\n`;

/** A Laravel controller with one action. */
export const action = (body: string, imports = ''): string => `<?php
namespace App\\Http\\Controllers;

use Illuminate\\Http\\Request;
${imports}
class UserController extends Controller
{
    public function show(Request $request, string $id)
    {
${body}
    }
}
`;

/** A Symfony controller with one action. */
export const symfonyAction = (body: string, imports = ''): string => `<?php
namespace App\\Controller;

use Symfony\\Component\\HttpFoundation\\Request;
${imports}
class UserController extends AbstractController
{
    #[Route('/users/{name}')]
    public function show(Request $request, string $name)
    {
${body}
    }
}
`;
