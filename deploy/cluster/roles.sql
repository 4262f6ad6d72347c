-- Logins and the database, once, on the primary:
--   psql -h __POSTGRES_DIR__ -U postgres -f __CONFIG_DIR__/roles.sql postgres
CREATE ROLE salar_core NOLOGIN;
CREATE ROLE salar_reader NOLOGIN;
CREATE ROLE salar_watcher NOLOGIN;
CREATE ROLE salar_owner LOGIN PASSWORD '__OWNER_PASSWORD__';
CREATE ROLE salar_exchange LOGIN PASSWORD '__EXCHANGE_PASSWORD__' IN ROLE salar_core;
CREATE ROLE salar_verify LOGIN PASSWORD '__VERIFY_PASSWORD__' IN ROLE salar_reader;
CREATE DATABASE salar OWNER salar_owner;
