import { casesOf, type QualityCase } from './quality-case.ts';

const injections: QualityCase[] = [
  ...casesOf(
    'sql',
    `
[ApiController]
[Route("api/orders")]
public class OrdersController : ControllerBase
{
    private readonly ShopContext _context;

    public OrdersController(ShopContext context) => _context = context;

    [HttpGet]
    public async Task<ActionResult<List<Order>>> Find([FromQuery] string? status, [FromQuery] int page = 1)
    {
        if (string.IsNullOrEmpty(status)) return await _context.Orders.ToListAsync();
        var sql = $"SELECT * FROM Orders WHERE Status = '{status}' OFFSET {page * 20} ROWS";
        return await _context.Orders.FromSqlRaw(sql).ToListAsync(); // ! cs-sql-injection
    }
}
---
[ApiController]
public class OrdersController(ShopContext context) : ControllerBase
{
    [HttpGet("{id:int}")]
    public async Task<IActionResult> Get(int id)
    {
        var order = await context.Orders.FromSqlRaw($"SELECT * FROM Orders WHERE Id = {id}").FirstOrDefaultAsync();
        return order is null ? NotFound() : Ok(order);
    }

    [HttpGet]
    public async Task<IActionResult> Find(string status)
    {
        return Ok(await context.Orders.FromSqlInterpolated($"SELECT * FROM Orders WHERE Status = {status}").ToListAsync());
    }
}
---
public class ReportsController : Controller
{
    public IActionResult Index(string sort)
    {
        var column = sort switch
        {
            "name" => "Name",
            "date" => "CreatedAt",
            _ => "Id",
        };
        using var command = _connection.CreateCommand();
        command.CommandText = "SELECT * FROM Reports ORDER BY " + column;
        return View(Read(command.ExecuteReader()));
    }
}
---
public class LoginModel : PageModel
{
    [BindProperty]
    public string Name { get; set; }

    public IActionResult OnPost(string name, string password)
    {
        using var connection = new SqlConnection(_text);
        var sql = "SELECT * FROM Users WHERE Name = '" + name + "'";
        using var command = new SqlCommand(sql, connection); // ! cs-sql-injection
        return RedirectToPage("Index");
    }
}
---
var app = WebApplication.Create(args);
app.MapGet("/search", async (string term, IDbConnection connection) =>
{
    var found = await connection.QueryAsync<Item>("select * from items where name = @term", new { term });
    return Results.Ok(found);
});
app.MapDelete("/items/{name}", async (string name, IDbConnection connection) =>
{
    await connection.ExecuteAsync($"delete from items where name = '{name}'"); // ! cs-sql-injection
    return Results.NoContent();
});
`,
  ),
  ...casesOf(
    'command and path',
    `
public class ToolsController : Controller
{
    [HttpPost]
    public IActionResult Ping(string host)
    {
        var start = new ProcessStartInfo
        {
            FileName = "/bin/sh",
            Arguments = $"-c \\"ping -c 1 {host}\\"", // ! cs-command-injection
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start);
        return Content(process.StandardOutput.ReadToEnd());
    }
}
---
public class ToolsController : Controller
{
    [HttpPost]
    public IActionResult Log(string revision)
    {
        var start = new ProcessStartInfo("git") { WorkingDirectory = _root };
        start.ArgumentList.Add("show");
        start.ArgumentList.Add(revision);
        using var process = Process.Start(start);
        return Content(process.StandardOutput.ReadToEnd());
    }
}
---
[ApiController]
public class FilesController(IWebHostEnvironment environment) : ControllerBase
{
    [HttpGet("download")]
    public IActionResult Download([FromQuery] string name)
    {
        var path = Path.Combine(environment.ContentRootPath, "files", name);
        return PhysicalFile(path, "application/octet-stream"); // ! cs-path-traversal
    }

    [HttpPost("upload")]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        var path = Path.Combine(environment.ContentRootPath, "files", Path.GetRandomFileName());
        await using var stream = System.IO.File.Create(path);
        await file.CopyToAsync(stream);
        return Ok(new { file.Length });
    }
}
---
[ApiController]
public class FilesController : ControllerBase
{
    [HttpGet]
    public IActionResult Read(string name)
    {
        var root = Path.GetFullPath("files");
        var full = Path.GetFullPath(Path.Combine(root, name));
        if (!full.StartsWith(root + Path.DirectorySeparatorChar)) return BadRequest();
        return Content(System.IO.File.ReadAllText(full));
    }
}
`,
  ),
];

const web: QualityCase[] = [
  ...casesOf(
    'web',
    `
public class HomeController : Controller
{
    public IActionResult Greet(string name)
    {
        return Content("<h1>Hello " + name + "</h1>", "text/html"); // ! cs-xss
    }

    public IActionResult Json(string name) => Ok(new { greeting = "Hello " + name });

    public IActionResult Go(string returnUrl)
    {
        if (Url.IsLocalUrl(returnUrl)) return Redirect(returnUrl);
        return RedirectToAction("Index");
    }

    public IActionResult Leave(string url) => Redirect(url); // ! cs-open-redirect
}
---
[ApiController]
public class ProxyController(IHttpClientFactory factory) : ControllerBase
{
    [HttpGet]
    public async Task<string> Get(string address)
    {
        var client = factory.CreateClient();
        return await client.GetStringAsync(address); // ! cs-ssrf
    }

    [HttpGet("weather")]
    public async Task<string> Weather(string city)
    {
        var client = factory.CreateClient();
        return await client.GetStringAsync($"https://weather.example.com/v1/{Uri.EscapeDataString(city)}");
    }
}
---
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddCors(options => options.AddPolicy("web", policy => policy.WithOrigins("https://shop.example.com")));
var app = builder.Build();
if (app.Environment.IsDevelopment())
{
    app.UseDeveloperExceptionPage();
}
app.UseHttpsRedirection();
app.MapControllers();
app.Run();
---
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy.AllowAnyOrigin().AllowAnyHeader())); // ! cs-cors-any-origin
var app = builder.Build();
app.UseDeveloperExceptionPage(); // ! cs-debug-mode
app.Run();
---
public class CookieService
{
    public void Remember(HttpResponse response, string theme)
    {
        response.Cookies.Append("theme", theme, new CookieOptions { HttpOnly = true, Secure = true, SameSite = SameSiteMode.Lax });
    }

    public void Open(HttpResponse response, string value)
    {
        response.Cookies.Append("session", value, new CookieOptions { HttpOnly = false, Secure = true }); // ! cs-cookie-without-httponly
    }
}
`,
  ),
];

const crypto: QualityCase[] = [
  ...casesOf(
    'crypto and parsers',
    `
public static class Hashing
{
    public static string Password(string password)
    {
        using var md5 = MD5.Create(); // ! cs-weak-hash
        return Convert.ToHexString(md5.ComputeHash(Encoding.UTF8.GetBytes(password)));
    }

    public static string Digest(byte[] content) => Convert.ToHexString(SHA256.HashData(content));
}
---
public class Tokens
{
    private const string Secret = "this is my custom Secret key for authentication";

    public string Create(string name)
    {
        var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(Secret)); // ! cs-hardcoded-key
        var credentials = new SigningCredentials(key, SecurityAlgorithms.HmacSha256);
        return new JwtSecurityTokenHandler().WriteToken(new JwtSecurityToken(name, signingCredentials: credentials));
    }
}
---
public class Tokens(IConfiguration configuration)
{
    public SecurityKey Key() => new SymmetricSecurityKey(Convert.FromBase64String(configuration["Jwt:Key"]));

    public string Code() => RandomNumberGenerator.GetInt32(100000, 999999).ToString();
}
---
public class Client
{
    public HttpClient Create()
    {
        var handler = new HttpClientHandler();
        handler.ServerCertificateCustomValidationCallback = (_, _, _, _) => true; // ! cs-tls-unverified
        return new HttpClient(handler);
    }
}
---
public class Importer
{
    public XmlReader Open(Stream stream)
    {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        return XmlReader.Create(stream, settings);
    }

    public object Load(Stream stream)
    {
        var formatter = new BinaryFormatter();
        return formatter.Deserialize(stream); // ! cs-unsafe-deserialization
    }

    public Order Parse(string text) => JsonSerializer.Deserialize<Order>(text);
}
`,
  ),
];

export const csharpCases: QualityCase[] = [...injections, ...web, ...crypto];
