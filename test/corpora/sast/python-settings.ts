import { casesOf, type QualityCase } from './quality-case.ts';

/** Weaknesses without a data flow: cryptography, cookies, settings. */
export const pythonSettings: readonly QualityCase[] = [
  ...casesOf(
    'cryptography',
    `
import hashlib

def store(user, password):
    user.password = hashlib.md5(password.encode()).hexdigest()  # ! py-weak-hash
---
import hashlib

def etag(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()

def digest(data):
    return hashlib.sha256(data).hexdigest()
---
from Crypto.Cipher import AES

def encrypt(key, data):
    return AES.new(key, AES.MODE_ECB).encrypt(data)  # ! py-weak-cipher
---
import os
from Crypto.Cipher import AES

def encrypt(key, data):
    nonce = os.urandom(12)
    return nonce, AES.new(key, AES.MODE_GCM, nonce=nonce).encrypt(data)
---
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

def encrypt(key, data):
    cipher = Cipher(algorithms.AES(key), modes.CBC(b"0123456789abcdef"))  # ! py-static-iv
    return cipher.encryptor().update(data)
---
from Crypto.Cipher import AES

KEY = b"a key for all of us!"

def cipher(iv):
    return AES.new(KEY, AES.MODE_CBC, iv)  # ! py-hardcoded-key
---
import random
import string

def new_password(length=10):
    return "".join(random.choice(string.ascii_letters) for _ in range(length))  # ! py-weak-random
---
import secrets
import random

def new_token():
    return secrets.token_urlsafe(32)

def jitter():
    return random.uniform(0.5, 1.5)
---
import jwt

def user_of(token):
    return jwt.decode(token, options={"verify_signature": False})["sub"]  # ! py-jwt-unverified
---
import os
import jwt

def user_of(token):
    return jwt.decode(token, os.environ["JWT_KEY"], algorithms=["HS256"])["sub"]
---
from cryptography.hazmat.primitives.asymmetric import rsa

key = rsa.generate_private_key(public_exponent=65537, key_size=1024)  # ! py-weak-key-size
other = rsa.generate_private_key(public_exponent=65537, key_size=3072)
`,
  ),
  ...casesOf(
    'connections',
    `
import requests

def fetch(url):
    return requests.get(url, verify=False, timeout=3).json()  # ! py-tls-unverified
---
import requests

session = requests.Session()
session.verify = "/etc/ssl/internal.pem"

def fetch(url):
    return session.get(url, timeout=3).json()
---
import ssl

context = ssl.create_default_context()
context.check_hostname = False  # ! py-tls-unverified
context.verify_mode = ssl.CERT_NONE  # ! py-tls-unverified
---
import ssl

context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)  # ! py-weak-tls
---
import paramiko

client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # ! py-ssh-any-host
---
import ftplib

with ftplib.FTP("example.com") as ftp:  # ! py-cleartext-protocol
    ftp.login()
`,
  ),
  ...casesOf(
    'settings',
    `
from flask import Flask

app = Flask(__name__)

if __name__ == "__main__":
    app.run(debug=True)  # ! py-debug-mode
---
import os
from flask import Flask

app = Flask(__name__)

if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", 5000)))
---
import os

DEBUG = True  # ! py-django-settings
ALLOWED_HOSTS = ["*"]  # ! py-django-settings
SECRET_KEY = os.environ["SECRET_KEY"]
SESSION_COOKIE_SECURE = True
---
from flask import make_response

@app.route("/login", methods=["POST"])
def login():
    response = make_response({"ok": True})
    response.set_cookie("session", new_session(), httponly=True)  # ! py-cookie-without-secure
    return response
---
from flask import make_response

@app.route("/login", methods=["POST"])
def login():
    response = make_response({"ok": True})
    response.set_cookie("session", new_session(), httponly=True, secure=True, samesite="Lax")
    return response
---
import os
import tempfile

path = tempfile.mktemp(suffix=".csv")  # ! py-insecure-temp-file
os.chmod("/srv/data", 0o777)  # ! py-world-writable
os.chmod("/srv/run", 0o750)
---
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"])  # ! py-cors-any-origin
---
from jinja2 import Environment, FileSystemLoader

env = Environment(loader=FileSystemLoader("templates"), autoescape=False)  # ! py-autoescape-off
---
import re
from flask import request

@app.route("/filter")
def filter_lines():
    pattern = re.compile(request.args["pattern"])  # ! py-regex-injection
    return {"lines": [line for line in LINES if pattern.search(line)]}
---
import re
from flask import request

@app.route("/filter")
def filter_lines():
    pattern = re.compile(re.escape(request.args["text"]))
    return {"lines": [line for line in LINES if pattern.search(line)]}
`,
  ),
];
