/** Wraps the lines of a sample in an action of a controller with the text `q` from the query. */
export const action = (lines: string, parameters = '[FromQuery] string q'): string =>
  `[ApiController]\npublic class AController : ControllerBase\n{\n    [HttpGet]\n    public IActionResult Get(${parameters})\n    {\n${lines}\n        return Ok();\n    }\n}\n`;

/** Wraps the lines of a sample in a method. */
export const method = (lines: string, parameters = ''): string =>
  `class A\n{\n    void F(${parameters})\n    {\n${lines}\n    }\n}\n`;
