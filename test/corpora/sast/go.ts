import { casesOf, type QualityCase } from './quality-case.ts';

/** The imports that most cases need. */
const head = `package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/tls"
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)
`;

const withHead = (cases: readonly QualityCase[]): QualityCase[] =>
  cases.map((each) => ({ ...each, code: `${head}\n${each.code}` }));

const injections: QualityCase[] = [
  ...casesOf(
    'sql',
    `
func orders(w http.ResponseWriter, r *http.Request) {
	status := r.URL.Query().Get("status")
	rows, err := db.Query("SELECT * FROM orders WHERE status = '" + status + "'") // ! go-sql-injection
	if err != nil {
		http.Error(w, "failed", 500)
		return
	}
	defer rows.Close()
}
---
func orders(w http.ResponseWriter, r *http.Request) {
	rows, err := db.Query("SELECT * FROM orders WHERE status = $1", r.URL.Query().Get("status"))
	if err != nil {
		return
	}
	defer rows.Close()
}
---
type server struct {
	db *sql.DB
}

func (s *server) user(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT name FROM users WHERE id = %s", r.FormValue("id"))
	var name string
	err := s.db.QueryRowContext(r.Context(), query).Scan(&name) // ! go-sql-injection
	if err != nil {
		log.Println(err)
	}
}
---
func (s *server) user(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.FormValue("id"))
	if err != nil {
		return
	}
	s.db.Exec(fmt.Sprintf("DELETE FROM users WHERE id = %d", id))
}
---
func find(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT * FROM users WHERE name = '" + name + "'") // ! go-sql-injection
}

func users(w http.ResponseWriter, r *http.Request) {
	find(db, r.PostFormValue("name"))
}
---
func find(db *sql.DB, table string) (*sql.Rows, error) {
	return db.Query("SELECT * FROM " + table)
}
---
func create(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return
	}
	db.Exec("INSERT INTO users (name) VALUES ('" + in.Name + "')") // ! go-sql-injection
	db.Exec("INSERT INTO users (name) VALUES (?)", in.Name)
}
---
func sorted(w http.ResponseWriter, r *http.Request) {
	columns := map[string]string{"name": "name", "age": "age"}
	column, ok := columns[r.FormValue("sort")]
	if !ok {
		column = "id"
	}
	db.Query("SELECT * FROM users ORDER BY " + column)
}
---
func built(w http.ResponseWriter, r *http.Request) {
	var sb strings.Builder
	sb.WriteString("SELECT * FROM t WHERE a = '")
	sb.WriteString(r.Header.Get("X-A"))
	sb.WriteString("'")
	db.Query(sb.String()) // ! go-sql-injection
}
---
func prepared(w http.ResponseWriter, r *http.Request) {
	stmt, err := db.Prepare("SELECT * FROM t WHERE a = ?")
	if err != nil {
		return
	}
	stmt.Query(r.FormValue("a"))
}
---
func ids(w http.ResponseWriter, r *http.Request) {
	var parts []string
	for _, id := range r.URL.Query()["id"] {
		parts = append(parts, "'"+id+"'")
	}
	db.Query("SELECT * FROM t WHERE id IN (" + strings.Join(parts, ",") + ")") // ! go-sql-injection
}
---
func direction(w http.ResponseWriter, r *http.Request) {
	order := "ASC"
	if r.FormValue("order") == "desc" {
		order = "DESC"
	}
	db.Query("SELECT * FROM t ORDER BY a " + order)
}
`,
  ),
  ...casesOf(
    'command',
    `
func ping(w http.ResponseWriter, r *http.Request) {
	out, _ := exec.Command("bash", "-c", "ping -c 1 "+r.FormValue("host")).Output() // ! go-command-injection
	w.Header().Set("Content-Type", "text/plain")
	w.Write(out)
}
---
func ping(w http.ResponseWriter, r *http.Request) {
	cmd := exec.Command("ping", "-c", "1", r.FormValue("host"))
	cmd.Run()
}
---
func tool(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("tool")
	exec.Command(name, "--version").Run() // ! go-command-injection
}
---
func tool(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Query().Get("tool") {
	case "git":
		exec.Command("git", "--version").Run()
	case "go":
		exec.Command("go", "version").Run()
	}
}
---
func run(w http.ResponseWriter, r *http.Request) {
	args := []string{"-c", r.FormValue("script")}
	exec.CommandContext(r.Context(), "/bin/sh", args...).Run() // ! go-command-injection
}
`,
  ),
  ...casesOf(
    'path',
    `
func download(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("file")
	f, err := os.Open(filepath.Join("/var/files", name)) // ! go-path-traversal
	if err != nil {
		return
	}
	io.Copy(w, f)
}
---
func download(w http.ResponseWriter, r *http.Request) {
	name := filepath.Base(r.URL.Query().Get("file"))
	f, err := os.Open(filepath.Join("/var/files", name))
	if err != nil {
		return
	}
	io.Copy(w, f)
}
---
func download(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("file")
	if !filepath.IsLocal(name) {
		http.Error(w, "bad name", 400)
		return
	}
	os.ReadFile(filepath.Join("/var/files", name))
}
---
func download(w http.ResponseWriter, r *http.Request) {
	path := filepath.Join(root, filepath.Clean("/"+r.URL.Path))
	os.ReadFile(path)
}
---
func upload(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("upload")
	if err != nil {
		return
	}
	defer file.Close()
	out, _ := os.Create("./uploads/" + header.Filename) // ! go-path-traversal
	io.Copy(out, file)
}
---
func page(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	http.ServeFile(w, r, "static/"+vars["page"]) // ! go-path-traversal
}
---
func remove(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if strings.Contains(name, "..") || strings.Contains(name, "/") {
		return
	}
	os.Remove("/var/files/" + name)
}
---
func config() ([]byte, error) {
	return os.ReadFile(os.Getenv("CONFIG"))
}
`,
  ).map((each) => ({ ...each, code: each.code.replace(/^/, 'import "github.com/gorilla/mux"\n\n') })),
  ...casesOf(
    'xss',
    `
func hello(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Hello %s</h1>", r.FormValue("name")) // ! go-xss
}
---
func hello(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(r.FormValue("name")))
}
---
func search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q")
	io.WriteString(w, "<p>Nothing found for "+q) // ! go-xss
}
---
func api(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"q": r.FormValue("q")})
	fmt.Fprintf(w, "%q", r.FormValue("q"))
}
---
func register() {
	http.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		w.Write(body) // ! go-xss
	})
}
---
func missing(w http.ResponseWriter, r *http.Request) {
	http.Error(w, "no such page: "+r.URL.Path, 404)
	fmt.Fprintln(os.Stderr, r.URL.Path)
}
`,
  ),
  ...casesOf(
    'requests and redirects',
    `
func fetch(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get(r.FormValue("url")) // ! go-ssrf
	if err != nil {
		return
	}
	defer resp.Body.Close()
}
---
func weather(w http.ResponseWriter, r *http.Request) {
	http.Get("https://weather.example.com/v1/" + url.PathEscape(r.FormValue("city")))
	http.Get("https://weather.example.com/v1?city=" + r.FormValue("city"))
}
---
func hook(w http.ResponseWriter, r *http.Request) {
	var in struct{ Callback string }
	json.NewDecoder(r.Body).Decode(&in)
	req, err := http.NewRequest(http.MethodPost, in.Callback, nil) // ! go-ssrf
	if err != nil {
		return
	}
	http.DefaultClient.Do(req)
}
---
func login(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if next == "" {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ! go-open-redirect
}
---
func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/users/"+r.FormValue("id"), http.StatusSeeOther)
}
---
func audit(w http.ResponseWriter, r *http.Request) {
	log.Printf("login of %s", r.FormValue("user")) // ! go-log-injection
	log.Printf("login of %q", r.FormValue("user"))
}
`,
  ),
];

const frameworks = casesOf(
  'frameworks',
  `
package main

import (
	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"os"
)

func show(c *gin.Context) {
	id := c.Param("id")
	db.Raw("SELECT * FROM users WHERE id = " + id).Scan(&user) // ! go-sql-injection
	db.Where("id = ?", id).First(&user)
	c.JSON(200, user)
}

func read(c *gin.Context) {
	data, _ := os.ReadFile("./data/" + c.Query("file")) // ! go-path-traversal
	c.Data(200, "application/octet-stream", data)
}
---
package main

import (
	"github.com/labstack/echo/v4"
	"os/exec"
)

func run(c echo.Context) error {
	out, err := exec.Command("sh", "-c", c.QueryParam("cmd")).Output() // ! go-command-injection
	if err != nil {
		return err
	}
	return c.HTML(200, "<p>"+c.QueryParam("name")) // ! go-xss
}
---
package main

import (
	"github.com/gofiber/fiber/v2"
	"os"
)

func read(c *fiber.Ctx) error {
	text, err := os.ReadFile("/data/" + c.Params("name")) // ! go-path-traversal
	if err != nil {
		return err
	}
	return c.Send(text)
}
---
package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func proxy(w http.ResponseWriter, r *http.Request) {
	http.Get("http://" + chi.URLParam(r, "host") + "/status") // ! go-ssrf
}
---
package main

import (
	"github.com/gin-gonic/gin"
)

func bind(c *gin.Context) {
	var in Order
	if err := c.ShouldBindJSON(&in); err != nil {
		c.JSON(400, gin.H{"error": "bad"})
		return
	}
	db.Exec("UPDATE orders SET note = '" + in.Note + "'") // ! go-sql-injection
}
---
package main

import (
	"archive/tar"
	"io"
	"os"
	"path/filepath"
)

func untar(in io.Reader, dir string) error {
	tr := tar.NewReader(in)
	for {
		header, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		target := filepath.Join(dir, header.Name)
		f, err := os.OpenFile(target, os.O_CREATE|os.O_WRONLY, 0644) // ! go-zip-slip
		io.CopyN(f, tr, 1000)
	}
}
---
package main

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func unzip(name, dir string) error {
	reader, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	for _, f := range reader.File {
		target := filepath.Join(dir, f.Name)
		if !strings.HasPrefix(target, filepath.Clean(dir)+string(os.PathSeparator)) {
			return fmt.Errorf("outside: %s", f.Name)
		}
		os.MkdirAll(target, 0750)
	}
	return nil
}
---
package main

import (
	"net/http"
	"text/template"
)

var page = template.Must(template.New("page").Parse("<p>{{.Name}}</p>"))

func show(w http.ResponseWriter, r *http.Request) {
	page.Execute(w, map[string]string{"Name": r.FormValue("name")}) // ! go-xss
}
---
package main

import (
	"html/template"
	"net/http"
)

var page = template.Must(template.New("page").Parse("<p>{{.Name}}</p>"))

func show(w http.ResponseWriter, r *http.Request) {
	page.Execute(w, map[string]string{"Name": r.FormValue("name")})
	page.Execute(w, template.HTML(r.FormValue("bio"))) // ! go-xss
}
---
package main

import (
	"math/rand"
	"strconv"
	"time"
)

func resetCode() string {
	code := strconv.Itoa(rand.Intn(1000000))
	return code // ! go-weak-random
}

func newSessionID() string {
	return strconv.FormatInt(rand.Int63(), 36) // ! go-weak-random
}

func wait() {
	time.Sleep(time.Duration(rand.Intn(100)) * time.Millisecond)
}
---
package main

import (
	"net/http"
	_ "net/http/pprof" // ! go-pprof-exposed
	"unsafe" // ! go-unsafe-package
)

func size(p *int) uintptr { return unsafe.Sizeof(*p) }
---
package main

import "golang.org/x/crypto/ssh"

func dial() {
	config := &ssh.ClientConfig{
		User:            "deploy",
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // ! go-ssh-host-unchecked
	}
	ssh.Dial("tcp", "example.com:22", config)
}
---
package main

import "github.com/golang-jwt/jwt/v5"

var signingKey = []byte("not-a-secret")

func sign(claims jwt.Claims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(signingKey) // ! go-hardcoded-key
}

func read(text string, claims jwt.MapClaims) {
	new(jwt.Parser).ParseUnverified(text, claims) // ! go-jwt-unverified
}
`,
);

const settings = casesOf(
  'settings',
  `
func sum(data []byte) string {
	return fmt.Sprintf("%x", md5.Sum(data)) // ! go-weak-hash
}
---
func sum(data []byte) []byte {
	h := sha256.New()
	h.Write(data)
	return h.Sum(nil)
}
---
func sum(r io.Reader) []byte {
	h := sha1.New() // ! go-weak-hash
	io.Copy(h, r)
	return h.Sum(nil)
}
---
func seal(text []byte) []byte {
	block, _ := aes.NewCipher([]byte("0123456789abcdef")) // ! go-hardcoded-key
	gcm, _ := cipher.NewGCM(block)
	return gcm.Seal(nil, []byte("000000000000"), text, nil) // ! go-static-nonce
}
---
func seal(key, text []byte) []byte {
	block, _ := aes.NewCipher(key)
	gcm, _ := cipher.NewGCM(block)
	nonce := make([]byte, gcm.NonceSize())
	rand.Read(nonce)
	return gcm.Seal(nonce, nonce, text, nil)
}
---
func client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // ! go-tls-unverified
	}}
}
---
func config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS11, // ! go-weak-tls
	}
}
---
func config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: false}
}
---
func key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 1024) // ! go-weak-key-size
}
---
func key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 4096)
}
---
func save(data []byte) error {
	if err := os.Chmod("/var/app", 0777); err != nil { // ! go-world-writable
		return err
	}
	return os.WriteFile("/var/app/data", data, 0600)
}
---
func listen() (net.Listener, error) {
	return net.Listen("tcp", "0.0.0.0:8080") // ! go-bind-all
}
---
func listen() error {
	l, err := net.Listen("tcp", "127.0.0.1:8080")
	if err != nil {
		return err
	}
	return http.Serve(l, nil)
}
---
func login(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: newID()}) // ! go-insecure-cookie
}
---
func login(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name:     "sid",
		Value:    newID(),
		Secure:   true,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}
---
func cors(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*") // ! go-cors-any-origin
}
`,
);

export const goCases: QualityCase[] = [...withHead(injections), ...withHead(settings), ...frameworks];
