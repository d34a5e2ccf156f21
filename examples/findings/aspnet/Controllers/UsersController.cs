using Microsoft.AspNetCore.Mvc;
using Microsoft.Data.SqlClient;

public class UsersController : Controller
{
    [HttpGet("users/{name}")]
    public IActionResult Get(string name)
    {
        var text = "SELECT * FROM users WHERE name = '" + name + "'";
        var command = new SqlCommand(text, connection);
        return Ok(command.ExecuteScalar());
    }
}
