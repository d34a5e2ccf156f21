import { casesOf, type QualityCase } from './quality-case.ts';

const injections: QualityCase[] = [
  ...casesOf(
    'sql',
    `
@WebServlet("/orders")
public class Orders extends HttpServlet {
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String status = req.getParameter("status");
    try (Connection c = pool.getConnection(); Statement st = c.createStatement()) {
      ResultSet rs = st.executeQuery("SELECT * FROM orders WHERE status = '" + status + "'"); // ! java-sql-injection
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
---
@WebServlet("/orders")
public class Orders extends HttpServlet {
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws Exception {
    try (PreparedStatement st = pool.getConnection().prepareStatement("SELECT * FROM orders WHERE status = ?")) {
      st.setString(1, req.getParameter("status"));
      ResultSet rs = st.executeQuery();
    }
  }
}
---
@RestController
@RequestMapping("/users")
class UserController {
  private final JdbcTemplate jdbcTemplate;
  UserController(JdbcTemplate jdbcTemplate) { this.jdbcTemplate = jdbcTemplate; }
  @GetMapping("/{name}")
  List<User> byName(@PathVariable String name, @RequestParam(defaultValue = "id") String sort) {
    return load("SELECT * FROM users WHERE name = ? ORDER BY " + sort, name);
  }
  private List<User> load(String sql, Object... values) {
    return jdbcTemplate.query(sql, new UserMapper(), values); // ! java-sql-injection
  }
}
---
@RestController
class UserController {
  private final JdbcTemplate jdbcTemplate;
  private static final Map<String, String> COLUMNS = Map.of("name", "name", "age", "age");
  @GetMapping("/users")
  List<User> all(@RequestParam String sort) {
    String column = "age".equals(sort) ? "age" : "name";
    return jdbcTemplate.query("SELECT * FROM users ORDER BY " + column, new UserMapper());
  }
}
---
@Path("/books")
public class Books {
  @PersistenceContext EntityManager em;
  @GET
  public List<Book> find(@QueryParam("title") String title) {
    String jpql = String.format("SELECT b FROM Book b WHERE b.title LIKE '%%%s%%'", title);
    return em.createQuery(jpql, Book.class).getResultList(); // ! java-sql-injection
  }
  @GET @Path("/safe")
  public List<Book> safe(@QueryParam("title") String title) {
    return em.createQuery("SELECT b FROM Book b WHERE b.title = :title", Book.class).setParameter("title", title).getResultList();
  }
}
---
class Report {
  void run(HttpServletRequest request, Session session) {
    StringBuilder sql = new StringBuilder();
    sql.append("select * from report where 1 = 1");
    if (request.getParameter("year") != null) {
      sql.append(" and year = ").append(request.getParameter("year"));
    }
    session.createSQLQuery(sql.toString()).list(); // ! java-sql-injection
  }
}
---
class Report {
  void run(HttpServletRequest request, Session session) {
    StringBuilder sql = new StringBuilder("select * from report where 1 = 1");
    if (request.getParameter("year") != null) {
      sql.append(" and year = ").append(Integer.parseInt(request.getParameter("year")));
    }
    session.createSQLQuery(sql.toString()).list();
  }
}
---
class Names {
  void f(HttpServletRequest request, Statement statement) throws SQLException {
    List<String> parts = new ArrayList<>();
    for (String id : request.getParameterValues("id")) parts.add("'" + id + "'");
    statement.executeUpdate("delete from t where id in (" + String.join(",", parts) + ")"); // ! java-sql-injection
  }
}
---
class Names {
  void f(HttpServletRequest request, Statement statement) throws SQLException {
    List<String> values = new ArrayList<>();
    values.add("safe");
    values.add(request.getParameter("a"));
    values.add("more");
    values.remove(0);
    statement.execute("select " + values.get(1));
    statement.execute("select " + values.get(0)); // ! java-sql-injection
  }
}
---
class Switch {
  void f(HttpServletRequest request, Connection c) throws SQLException {
    String mode = request.getParameter("mode");
    String sql = switch (mode) {
      case "a" -> "select a from t";
      case "b" -> "select b from t";
      default -> "select 1";
    };
    c.prepareStatement(sql).execute();
  }
}
---
interface Mapper {
  @Update("update users set name = '\${name}' where id = #{id}") void rename(long id, String name); // ! java-sql-injection
  @Select("select * from users where id = #{id}") User find(long id);
}
---
@Repository
class Dao {
  @Autowired JdbcTemplate jdbc;
  List<User> find(String table) { return jdbc.queryForList("select * from " + table); }
}
`,
  ),
  ...casesOf(
    'command',
    `
@RestController
class Tools {
  @PostMapping("/ping")
  String ping(@RequestBody PingRequest body) throws IOException {
    Process p = Runtime.getRuntime().exec("ping -c 1 " + body.getHost()); // ! java-command-injection
    return "ok";
  }
}
---
@RestController
class Tools {
  @PostMapping("/ping")
  void ping(@RequestParam String host) throws IOException {
    new ProcessBuilder("ping", "-c", "1", host).start();
  }
}
---
class Convert extends HttpServlet {
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String[] command = {"/bin/sh", "-c", "convert " + request.getParameter("file")};
    Runtime runtime = Runtime.getRuntime();
    runtime.exec(command); // ! java-command-injection
  }
}
---
class Convert extends HttpServlet {
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String format = request.getParameter("format");
    if (!format.matches("[a-z]{3,4}")) throw new IllegalArgumentException();
    Runtime.getRuntime().exec("convert in.png out." + format);
  }
}
---
class Env extends HttpServlet {
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Runtime.getRuntime().exec("env", new String[] {"PATH=" + request.getHeader("X-Path")}); // ! java-command-injection
  }
}
`,
  ),
  ...casesOf(
    'path',
    `
@Controller
class Files1 {
  @GetMapping("/download")
  void download(@RequestParam("file") String file, HttpServletResponse response) throws IOException {
    Path path = Paths.get("/var/files/" + file); // ! java-path-traversal
    Files.copy(path, response.getOutputStream());
  }
}
---
@Controller
class Files2 {
  @GetMapping("/download")
  void download(@RequestParam("file") String file, HttpServletResponse response) throws IOException {
    Path base = Paths.get("/var/files").toAbsolutePath();
    Path path = base.resolve(file).normalize();
    if (!path.startsWith(base)) throw new AccessDeniedException(file);
    Files.copy(path, response.getOutputStream());
  }
}
---
class Upload extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Part part = request.getPart("file");
    String name = part.getSubmittedFileName();
    try (FileOutputStream out = new FileOutputStream("/uploads/" + name)) { // ! java-path-traversal
      part.getInputStream().transferTo(out);
    }
  }
}
---
class Upload extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Part part = request.getPart("file");
    String name = new File(part.getSubmittedFileName()).getName();
    new FileOutputStream("/uploads/" + name);
  }
}
---
class Avatar {
  @PostMapping("/avatar")
  void save(@RequestParam MultipartFile image, @RequestParam long user) throws IOException {
    image.transferTo(new File("/avatars/" + user + ".png"));
  }
}
---
class Unzip {
  void unzip(InputStream in, File directory) throws IOException {
    ZipInputStream zip = new ZipInputStream(in);
    ZipEntry entry = zip.getNextEntry();
    while (entry != null) {
      File target = new File(directory, entry.getName()); // ! java-zip-slip
      entry = zip.getNextEntry();
    }
  }
}
---
class Unzip {
  void unzip(ZipFile zip, Path directory) throws IOException {
    for (ZipEntry entry : Collections.list(zip.entries())) {
      Path target = directory.resolve(entry.getName()).normalize();
      if (!target.startsWith(directory)) throw new IOException("outside");
      Files.copy(zip.getInputStream(entry), target);
    }
  }
}
---
class Pages extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String page = request.getPathInfo().substring(1);
    BufferedReader reader = new BufferedReader(new FileReader(ROOT + page)); // ! java-path-traversal
  }
}
`,
  ),
  ...casesOf(
    'xss',
    `
class Hello extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    PrintWriter out = response.getWriter();
    out.println("<html><body>");
    out.println("Hello " + name); // ! java-xss
    out.println("</body></html>");
  }
}
---
class Hello extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    PrintWriter out = response.getWriter();
    out.println("Hello " + Encode.forHtml(request.getParameter("name")));
    out.println("Hello " + StringEscapeUtils.escapeHtml4(request.getParameter("name")));
  }
}
---
@RestController
class Echo {
  @GetMapping(value = "/echo", produces = MediaType.TEXT_HTML_VALUE)
  public ResponseEntity<String> echo(@RequestParam String text) {
    return ResponseEntity.ok("<p>" + text + "</p>"); // ! java-xss
  }
  @GetMapping(value = "/json", produces = MediaType.APPLICATION_JSON_VALUE)
  public String json(@RequestParam String text) { return text; }
}
---
class Cookies extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    for (Cookie cookie : request.getCookies()) {
      if (cookie.getName().equals("theme")) {
        response.getWriter().write("<body class='" + cookie.getValue() + "'>"); // ! java-xss
        break;
      }
    }
  }
}
---
class Count extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    int page = Integer.parseInt(request.getParameter("page"));
    response.getWriter().write("<p>Page " + page);
    response.getWriter().write("<p>" + request.getParameter("q").length());
  }
}
---
class Api extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("application/json;charset=utf-8");
    response.getWriter().write("{\\"q\\":\\"" + request.getParameter("q") + "\\"}");
  }
}
---
class Loop extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Map<String, String[]> all = request.getParameterMap();
    ServletOutputStream out = response.getOutputStream();
    all.forEach((key, values) -> out.println("<li>" + values[0])); // ! java-xss
  }
}
`,
  ),
  ...casesOf(
    'other injections',
    `
class Directory {
  User find(HttpServletRequest request, DirContext context) throws NamingException {
    String filter = "(&(uid=" + request.getParameter("uid") + ")(active=true))";
    return map(context.search("ou=people", filter, new SearchControls())); // ! java-ldap-injection
  }
}
---
class Directory {
  void find(HttpServletRequest request, DirContext context) throws NamingException {
    context.search("ou=people", "(uid={0})", new Object[] {request.getParameter("uid")}, new SearchControls());
  }
}
---
class Catalog {
  String price(HttpServletRequest request, Document document) throws Exception {
    XPath xpath = XPathFactory.newInstance().newXPath();
    return xpath.evaluate("//item[@id='" + request.getParameter("id") + "']/price", document); // ! java-xpath-injection
  }
}
---
@RestController
class Calculator {
  private final ExpressionParser parser = new SpelExpressionParser();
  @PostMapping("/calculate")
  Object calculate(@RequestBody String expression) {
    return parser.parseExpression(expression).getValue(); // ! java-code-injection
  }
}
---
class Script {
  Object run(HttpServletRequest request) throws ScriptException {
    ScriptEngine js = new ScriptEngineManager().getEngineByName("nashorn");
    Bindings bindings = js.createBindings();
    bindings.put("x", request.getParameter("x"));
    js.eval("x + 1", bindings);
    return js.eval(request.getParameter("script")); // ! java-code-injection
  }
}
---
class Plugin {
  Object make(HttpServletRequest request) throws Exception {
    return Class.forName("com.example." + request.getParameter("kind")).newInstance(); // ! java-unsafe-reflection
  }
}
---
class Mail {
  void render(@RequestParam String template, VelocityContext context, Writer out) {
    Velocity.evaluate(context, out, "mail", template); // ! java-template-injection
  }
}
---
class Go extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String target = request.getParameter("continue");
    if (target == null) target = "/";
    response.sendRedirect(target); // ! java-open-redirect
  }
}
---
class Go extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect(request.getContextPath() + "/login?user=" + URLEncoder.encode(request.getParameter("user"), "UTF-8"));
  }
}
---
@Controller
class Owners {
  @PostMapping("/owners/new")
  public String create(@Valid Owner owner, BindingResult result) {
    if (result.hasErrors()) return "owners/form";
    owners.save(owner);
    return "redirect:/owners/" + owner.getId();
  }
}
---
@RestController
class Proxy {
  @GetMapping("/fetch")
  byte[] fetch(@RequestParam String url) throws IOException {
    URLConnection connection = new URL(url).openConnection(); // ! java-ssrf
    return connection.getInputStream().readAllBytes();
  }
}
---
@RestController
class Weather {
  private final RestTemplate rest = new RestTemplate();
  @GetMapping("/weather")
  String weather(@RequestParam String city) {
    Forecast forecast = rest.getForObject("https://weather.example.com/v1/" + city, Forecast.class);
    return forecast.summary();
  }
}
---
@RestController
class Hook {
  @PostMapping("/hook")
  void hook(@RequestBody Registration registration) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(registration.callback())).GET().build(); // ! java-ssrf
    HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
---
class Restore extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(request.getInputStream()));
    Cart cart = (Cart) in.readObject(); // ! java-unsafe-deserialization
  }
}
---
class Restore extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Cart cart = new ObjectMapper().readValue(request.getInputStream(), Cart.class);
  }
}
---
class Audit extends HttpServlet {
  private static final Logger logger = LoggerFactory.getLogger(Audit.class);
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    logger.info("login of {}", request.getParameter("user")); // ! java-log-injection
    logger.info("login of {}", Integer.parseInt(request.getParameter("id")));
  }
}
---
class Remember extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession();
    session.setAttribute("role", request.getParameter("role")); // ! java-trust-boundary
    session.setAttribute("count", Integer.valueOf(request.getParameter("count")));
  }
}
`,
  ),
];

const settings: QualityCase[] = [
  ...casesOf(
    'cryptography',
    `
class Hash {
  static String of(String text) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA1"); // ! java-weak-hash
    return hex(digest.digest(text.getBytes()));
  }
  static String better(String text) throws Exception {
    return hex(MessageDigest.getInstance("SHA-512").digest(text.getBytes()));
  }
}
---
class Box {
  private static final String MODE = "AES/ECB/PKCS5Padding";
  byte[] close(byte[] text, SecretKey key) throws Exception {
    Cipher cipher = Cipher.getInstance(MODE); // ! java-weak-cipher
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(text);
  }
}
---
class Box {
  byte[] close(byte[] text, SecretKey key) throws Exception {
    byte[] nonce = new byte[12];
    new SecureRandom().nextBytes(nonce);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
    return cipher.doFinal(text);
  }
}
---
class Fixed {
  private static final byte[] IV = "RandomInitVector".getBytes(StandardCharsets.UTF_8);
  Cipher cipher(byte[] key) throws Exception {
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(IV)); // ! java-static-iv
    return cipher;
  }
}
---
class Signer {
  String sign(String user) {
    Algorithm algorithm = Algorithm.HMAC256("top-secret"); // ! java-hardcoded-key
    return JWT.create().withSubject(user).sign(algorithm);
  }
  String signed(String user) {
    return JWT.create().withSubject(user).sign(Algorithm.HMAC256(System.getenv("JWT_KEY")));
  }
}
---
class Tokens {
  private final Random random = new Random();
  String reset() {
    String resetToken = Long.toString(random.nextLong(), 36); // ! java-weak-random
    return resetToken;
  }
  int dice() { return 1 + random.nextInt(6); }
}
---
class Tokens {
  private final SecureRandom random = new SecureRandom();
  String reset() {
    String resetToken = Long.toString(random.nextLong(), 36);
    return resetToken;
  }
}
---
class Keys1 {
  KeyPair make() throws Exception {
    KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    rsa.initialize(1024); // ! java-weak-key-size
    return rsa.generateKeyPair();
  }
  KeyPair curve() throws Exception {
    KeyPairGenerator ec = KeyPairGenerator.getInstance("EC");
    ec.initialize(256);
    return ec.generateKeyPair();
  }
}
---
class Tls {
  SSLContext context() throws Exception { return SSLContext.getInstance("TLSv1"); } // ! java-weak-tls
  SSLContext good() throws Exception { return SSLContext.getInstance("TLSv1.2"); }
}
---
class Lenient {
  void install() throws Exception {
    TrustManager[] all = new TrustManager[] {
      new X509TrustManager() {
        public X509Certificate[] getAcceptedIssuers() { return null; }
        public void checkClientTrusted(X509Certificate[] certs, String authType) {}
        public void checkServerTrusted(X509Certificate[] certs, String authType) {} // ! java-trust-all
      }
    };
    HttpsURLConnection.setDefaultHostnameVerifier((hostname, session) -> true); // ! java-trust-all
  }
}
`,
  ),
  ...casesOf(
    'settings',
    `
class Login extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    Cookie cookie = new Cookie("sid", newId());
    cookie.setHttpOnly(true);
    response.addCookie(cookie); // ! java-cookie-without-secure
  }
}
---
class Login extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    Cookie cookie = new Cookie("sid", newId());
    cookie.setHttpOnly(true);
    cookie.setSecure(true);
    response.addCookie(cookie);
  }
}
---
class Parse {
  Document parse(InputStream in) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder(); // ! java-xxe
    return builder.parse(in);
  }
}
---
class Parse {
  Document parse(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(in);
  }
}
---
class Parse {
  void parse(InputStream in, DefaultHandler handler) throws Exception {
    SAXParserFactory.newInstance().newSAXParser().parse(in, handler); // ! java-xxe
  }
}
---
@Configuration
class Security {
  @Bean SecurityFilterChain chain(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.disable()).authorizeHttpRequests(all -> all.anyRequest().authenticated()); // ! java-csrf-disabled
    return http.build();
  }
  @Bean PasswordEncoder encoder() { return NoOpPasswordEncoder.getInstance(); } // ! java-plaintext-password
}
---
@Configuration
class Security {
  @Bean SecurityFilterChain chain(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.disable()).sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    return http.build();
  }
  @Bean PasswordEncoder encoder() { return new BCryptPasswordEncoder(); }
}
---
@Configuration
class Cors implements WebMvcConfigurer {
  public void addCorsMappings(CorsRegistry registry) {
    registry.addMapping("/api/**").allowedOrigins("*"); // ! java-cors-any-origin
    registry.addMapping("/app/**").allowedOrigins("https://app.example.com");
  }
}
`,
  ),
];

const flows = casesOf(
  'flow',
  `
class Dead {
  void f(HttpServletRequest request, Statement s) throws Exception {
    String bar = request.getParameter("a");
    int num = 86;
    if ((7 * 42) - num > 200) bar = "always";
    s.execute("select " + bar);
  }
}
---
class Inner {
  void f(HttpServletRequest request, Statement s) throws Exception {
    String bar = new Test().pass(request.getParameter("a"));
    s.execute("select " + bar); // ! java-sql-injection
  }
  private class Test {
    String pass(String text) {
      String b = Base64.getEncoder().encodeToString(text.getBytes());
      return new String(Base64.getDecoder().decode(b));
    }
  }
}
---
class Inner {
  void f(HttpServletRequest request, Statement s) throws Exception {
    s.execute("select " + pick(request.getParameter("a")));
  }
  private static String pick(String text) {
    return text.equals("x") ? "x" : "y";
  }
}
---
class Break {
  void f(HttpServletRequest request, Statement s) throws Exception {
    String found = "none";
    for (Cookie c : request.getCookies()) {
      if (c.getName().equals("a")) {
        found = c.getValue();
        break;
      }
    }
    s.execute("select " + found); // ! java-sql-injection
  }
}
---
class Field {
  private String name;
  void take(HttpServletRequest request) { this.name = request.getParameter("name"); }
  void use(Statement s) throws Exception {
    s.execute("select " + name); // ! java-sql-injection
  }
}
---
class Caught {
  void f(HttpServletRequest request, Statement s) throws Exception {
    String text;
    try {
      text = URLDecoder.decode(request.getQueryString(), "UTF-8");
    } catch (UnsupportedEncodingException e) {
      text = "";
    } finally {
      close();
    }
    s.execute(text); // ! java-sql-injection
  }
}
---
class Streams {
  void f(HttpServletRequest request, Statement s) throws Exception {
    String list = Arrays.stream(request.getParameterValues("a")).map(a -> "'" + a + "'").collect(Collectors.joining(","));
    s.execute("select * from t where a in (" + list + ")"); // ! java-sql-injection
  }
}
---
class Held {
  void f(HttpServletRequest request, Statement s) throws Exception {
    Map<String, String> map = new HashMap<>();
    map.put("a", "fixed");
    map.put("b", request.getParameter("b"));
    s.execute("select " + map.get("a"));
    s.execute("select " + map.get("b")); // ! java-sql-injection
  }
}
---
class Enumerated {
  void f(HttpServletRequest request, Statement s) throws Exception {
    Order order = Order.valueOf(request.getParameter("order"));
    s.execute("select * from t order by a " + (order == Order.UP ? "asc" : "desc"));
  }
}
`,
);

export const javaCases: QualityCase[] = [...injections, ...settings, ...flows];
