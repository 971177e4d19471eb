package wasm

// Engine is engine.
const Engine = engine
