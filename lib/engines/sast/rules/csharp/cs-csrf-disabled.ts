import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const csCsrfDisabled: Rule = {
  id: 'cs-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  title: 'CSRF protection is off',
  message: 'Another site can send this request with the cookies of the visitor.',
  help: 'Leave the antiforgery token on; an API that takes no cookies does not need it.',
  annotations: [{ name: ['IgnoreAntiforgeryToken'] }],
  calls: [{ call: ['*.DisableAntiforgery'] }, { call: ['IgnoreAntiforgeryTokenAttribute'] }],
  positives: [
    'public class A : Controller\n{\n    [HttpPost, IgnoreAntiforgeryToken] public IActionResult Pay(int id) { return Ok(); } // HERE\n}\n',
    method('        app.MapPost("/pay", Pay).DisableAntiforgery(); // HERE', 'WebApplication app'),
  ],
  negatives: [
    'public class A : Controller\n{\n    [HttpPost, ValidateAntiForgeryToken] public IActionResult Pay(int id) { return Ok(); }\n}\n',
    method('        app.MapPost("/pay", Pay);', 'WebApplication app'),
  ],
};

export const csRequestValidationOff: Rule = {
  id: 'cs-request-validation-off',
  cwe: 'CWE-20',
  severity: 'medium',
  title: 'Request validation is off',
  message: 'Requests with embedded scripts reach the code.',
  help: 'Leave the validation on, and allow HTML for the one property that needs it.',
  annotations: [
    {
      name: ['ValidateInput'],
      when: ({ args }) => args.some(({ value }) => value.kind === 'literal' && value.value === false),
    },
  ],
  positives: [
    'public class A : Controller\n{\n    [ValidateInput(false)] public ActionResult Save(string text) { return View(); } // HERE\n}\n',
  ],
  negatives: [
    'public class A : Controller\n{\n    [ValidateInput(true)] public ActionResult Save(string text) { return View(); }\n}\n',
  ],
};

export const csUnlimitedRequest: Rule = {
  id: 'cs-unlimited-request',
  cwe: 'CWE-770',
  severity: 'low',
  title: 'Request size is not limited',
  message: 'A single request can fill the memory or disk.',
  help: 'Set the largest size that is needed: [RequestSizeLimit(10_000_000)].',
  annotations: [{ name: ['DisableRequestSizeLimit'] }],
  writes: [
    {
      write: ['*.{MaxRequestBodySize,MultipartBodyLengthLimit}'],
      when: ({ constant, path }) =>
        constant === null || /(?:long|int|Int64|Int32)\.MaxValue$/.test(path ?? ''),
    },
  ],
  positives: [
    'public class A : Controller\n{\n    [DisableRequestSizeLimit] public IActionResult Save() { return Ok(); } // HERE\n}\n',
    method('        options.Limits.MaxRequestBodySize = null; // HERE', 'KestrelServerOptions options'),
  ],
  negatives: [
    'public class A : Controller\n{\n    [RequestSizeLimit(1000)] public IActionResult Save() { return Ok(); }\n}\n',
    method('        options.Limits.MaxRequestBodySize = 1000;', 'KestrelServerOptions options'),
  ],
};

/** A web API answers with data and uses tokens instead of cookies. */
const answersData =
  /\b(?:Ok|Json|NoContent|Created|CreatedAtAction|StatusCode|Content|Accepted)\(|\bFromBody\b/;
const longestLook = 4000;

const checks = /AntiforgeryToken|AntiForgeryToken|^ApiController$|^AllowAnonymous$|^Consumes$/;

export const csCsrfMissing: Rule = {
  id: 'cs-csrf-missing',
  cwe: 'CWE-352',
  severity: 'medium',
  confidence: 'low',
  title: 'Action without a CSRF token',
  message:
    'Unless a filter checks all actions, another site can send this request with the cookies of the visitor.',
  help: 'Add [ValidateAntiForgeryToken], or AutoValidateAntiforgeryToken for all actions.',
  words: ['HttpPost', 'HttpPut', 'HttpDelete', 'HttpPatch'],
  functions: (unit, owner) =>
    owner?.bases.includes('Controller') === true &&
    !answersData.test(unit.at.text.slice(0, longestLook)) &&
    unit.annotations.some(({ name }) => /^Http(?:Post|Put|Delete|Patch)$/.test(name)) &&
    ![...unit.annotations, ...owner.annotations].some(({ name }) => checks.test(name)),
  positives: [
    'public class A : Controller\n{\n    [HttpPost] public IActionResult Pay(int id) { return View(); } // HERE\n}\n',
    'public class A : Controller\n{\n    [HttpDelete] public void Drop(int id) { Remove(id); } // HERE\n}\n',
  ],
  negatives: [
    'public class A : Controller\n{\n    [HttpPost, ValidateAntiForgeryToken] public IActionResult Pay(int id) { return View(); }\n}\n',
    'public class A : Controller\n{\n    [HttpPost] public IActionResult Pay(int id) { return Ok(); }\n}\n',
    'public class A : Controller\n{\n    [HttpPost, Consumes("application/json")] public IActionResult Pay(User user) { return View(); }\n}\n',
    '[ApiController]\npublic class A : ControllerBase\n{\n    [HttpPost] public IActionResult Pay(int id) { return Ok(); }\n}\n',
  ],
};
