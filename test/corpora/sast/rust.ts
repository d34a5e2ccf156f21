import { casesOf, type QualityCase } from './quality-case.ts';

const injections: QualityCase[] = [
  ...casesOf(
    'injection',
    `
use axum::{extract::{Path, Query, State}, Json};
use sqlx::PgPool;

#[derive(Deserialize)]
struct Filter {
    status: Option<String>,
    limit: u32,
}

async fn orders(State(pool): State<PgPool>, Query(filter): Query<Filter>) -> Result<Json<Vec<Order>>, AppError> {
    let sql = match filter.status {
        Some(status) => format!("select * from orders where status = '{status}'"),
        None => "select * from orders".to_owned(),
    };
    let orders = sqlx::query_as::<_, Order>(&sql).fetch_all(&pool).await?; // ! rs-sql-injection
    Ok(Json(orders))
}

async fn order(State(pool): State<PgPool>, Path(id): Path<i64>) -> Result<Json<Order>, AppError> {
    let order = sqlx::query_as("select * from orders where id = $1").bind(id).fetch_one(&pool).await?;
    Ok(Json(order))
}

async fn page(State(pool): State<PgPool>, Query(filter): Query<Filter>) -> Result<Json<Vec<Order>>, AppError> {
    let sql = format!("select * from orders limit {}", filter.limit);
    Ok(Json(sqlx::query_as(&sql).fetch_all(&pool).await?))
}
---
use actix_web::{get, post, web, HttpResponse, Responder};
use std::process::Command;

#[post("/convert")]
async fn convert(form: web::Form<Convert>) -> impl Responder {
    let output = Command::new("sh") // ! rs-command-injection
        .arg("-c")
        .arg(format!("convert {} out.png", form.name))
        .output();
    HttpResponse::Ok().finish()
}

#[get("/show/{revision}")]
async fn show(path: web::Path<String>) -> impl Responder {
    let output = Command::new("git").arg("show").arg(path.into_inner()).output().expect("git");
    HttpResponse::Ok().body(output.stdout)
}
---
use axum::extract::Path;
use std::path::PathBuf;
use tokio::fs;

async fn download(Path(name): Path<String>) -> Result<Vec<u8>, AppError> {
    let path = PathBuf::from("files").join(&name);
    Ok(fs::read(path).await?) // ! rs-path-traversal
}

async fn safe(Path(name): Path<String>) -> Result<Vec<u8>, AppError> {
    let root = PathBuf::from("files").canonicalize()?;
    let path = root.join(&name).canonicalize()?;
    if !path.starts_with(&root) {
        return Err(AppError::NotFound);
    }
    Ok(fs::read(path).await?)
}
---
use rusqlite::{params, Connection};

pub fn add(conn: &Connection, name: &str) -> rusqlite::Result<usize> {
    conn.execute("insert into users (name) values (?1)", params![name])
}

pub fn all(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare("select name from users")?;
    let names = statement.query_map([], |row| row.get(0))?.collect();
    names
}
`,
  ),
];

const web: QualityCase[] = [
  ...casesOf(
    'web',
    `
use actix_web::{web, HttpResponse};

async fn greet(info: web::Query<Info>) -> HttpResponse {
    let page = format!("<h1>Hello {}</h1>", info.name);
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(page) // ! rs-xss
}

async fn greeting(info: web::Query<Info>) -> HttpResponse {
    HttpResponse::Ok().json(Greeting { text: format!("Hello {}", info.name) })
}
---
use axum::{extract::Query, response::{Html, Redirect}};

async fn go(Query(p): Query<Next>) -> Redirect {
    Redirect::to(&p.next) // ! rs-open-redirect
}

async fn search(Query(p): Query<Next>) -> Redirect {
    Redirect::to(&format!("/search?q={}", urlencoding::encode(&p.q)))
}

async fn page(Query(p): Query<Next>) -> Html<String> {
    let template = Page { name: p.q };
    Html(template.render().unwrap())
}
---
use axum::{extract::Query, Json};

async fn fetch(Query(p): Query<Target>) -> Result<String, AppError> {
    let client = reqwest::Client::new();
    let text = client.get(&p.url).send().await?.text().await?; // ! rs-ssrf
    Ok(text)
}

async fn weather(Query(p): Query<Target>) -> Result<String, AppError> {
    let text = reqwest::get(format!("https://weather.example.com/v1/{}", p.city)).await?.text().await?;
    Ok(text)
}
---
use tower_http::cors::{Any, CorsLayer};

fn open() -> CorsLayer {
    CorsLayer::new().allow_origin(Any) // ! rs-cors-any-origin
}

fn closed() -> CorsLayer {
    CorsLayer::new().allow_origin("https://shop.example.com".parse::<HeaderValue>().unwrap())
}
`,
  ),
];

const crypto: QualityCase[] = [
  ...casesOf(
    'crypto and memory',
    `
use jsonwebtoken::{encode, EncodingKey, Header};

const SECRET: &[u8] = b"a secret that everyone knows";

fn token(claims: &Claims) -> String {
    encode(&Header::default(), claims, &EncodingKey::from_secret(SECRET)).unwrap() // ! rs-hardcoded-key
}

fn token_from(claims: &Claims, settings: &Settings) -> String {
    encode(&Header::default(), claims, &EncodingKey::from_secret(settings.secret.as_bytes())).unwrap()
}
---
use aes_gcm::{aead::Aead, Aes256Gcm, Nonce};

fn seal(cipher: &Aes256Gcm, text: &[u8]) -> Vec<u8> {
    let nonce = Nonce::from_slice(b"unique nonce"); // ! rs-static-nonce
    cipher.encrypt(nonce, text).unwrap()
}

fn seal_well(cipher: &Aes256Gcm, text: &[u8]) -> Vec<u8> {
    let nonce = Aes256Gcm::generate_nonce(&mut OsRng);
    cipher.encrypt(&nonce, text).unwrap()
}
---
fn client() -> reqwest::Client {
    reqwest::Client::builder() // ! rs-tls-unverified
        .timeout(Duration::from_secs(5))
        .danger_accept_invalid_certs(true)
        .build()
        .unwrap()
}
---
use rustls::client::danger::DangerousClientConfig;

fn trust_all(config: &mut ClientConfig, verifier: Arc<dyn ServerCertVerifier>) {
    let mut dangerous = DangerousClientConfig { cfg: config };
    dangerous.set_certificate_verifier(verifier); // ! rs-tls-unverified
}

fn trust_roots(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()
}
---
use std::ffi::CString;

fn read(length: usize) -> Vec<u8> {
    let mut buffer: Vec<u8> = Vec::with_capacity(length);
    unsafe { buffer.set_len(length) } // ! rs-uninitialized-memory
    buffer
}

fn whole(length: usize) -> Vec<u8> {
    vec![0; length]
}

fn name() -> i32 {
    let pointer = CString::new("a").unwrap().as_ptr(); // ! rs-dangling-pointer
    unsafe { puts(pointer) }
}
---
use md5;
use sha2::{Digest, Sha256};

fn password(text: &str) -> String {
    format!("{:x}", md5::compute(text)) // ! rs-weak-hash
}

fn digest(content: &[u8]) -> String {
    format!("{:x}", Sha256::digest(content))
}
`,
  ),
];

export const rustCases: QualityCase[] = [...injections, ...web, ...crypto];
