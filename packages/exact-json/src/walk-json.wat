;; Finds the ends of JSON values. Compiled into walk-json-module.ts by `pnpm --filter @connectory/exact-json wasm`.
;;
;; The text stands at address 66560 of the memory, and 64 more bytes behind it must be readable, the first of them zero; positions count
;; from its beginning. What a function has to say beside its result stands at address 0; from 16 on stands what $check is inside of. From
;; 1024 on stand the start and the end of the objects and arrays that $check met, in the order of their starts, and at 1016 their number.
;;
;; In $skip, 64 bytes are looked at together: a bit per byte says where quotes stand, and the running exclusive-or of these bits says which
;; bytes lie inside of strings. Brackets outside of strings are then counted with two population counts. A block with a
;; backslash, and one in which the value may end, is walked byte by byte.
(module
  (memory (export "memory") 2)
  ;; $at: position of the opening bracket. $end: length of the text.
  ;; Returns the position after the closing bracket, or -1 when the text ends before.
  (func $skip (export "skip") (param $at i32) (param $end i32) (result i32)
    (local $depth i32)
    ;; All ones while the next byte lies inside of a string, else zero.
    (local $in_string i64)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local $folded0 v128) (local $folded1 v128) (local $folded2 v128) (local $folded3 v128)
    (local $strings i64) (local $opening i64) (local $closing i64)
    (local $opened i32) (local $closed i32)
    (local $byte i32) (local $block_end i32)
    (loop $next_block
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
      (local.set $b0 (v128.load offset=66560 (local.get $at)))
      (local.set $b1 (v128.load offset=66576 (local.get $at)))
      (local.set $b2 (v128.load offset=66592 (local.get $at)))
      (local.set $b3 (v128.load offset=66608 (local.get $at)))
      (block $walk
        ;; A backslash changes what the next quote means.
        (br_if $walk
          (v128.any_true
            (v128.or
              (v128.or
                (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x5c)))
                (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x5c))))
              (v128.or
                (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x5c)))
                (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x5c)))))))
        (local.set $strings
          (call $mask
            (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x22)))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 1))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 2))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 4))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 8))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 16))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 32))))
        (local.set $strings (i64.xor (local.get $strings) (local.get $in_string)))
        ;; With bit 5 set "[" becomes "{" and "]" becomes "}"; no other bytes do.
        (local.set $folded0 (v128.or (local.get $b0) (i8x16.splat (i32.const 0x20))))
        (local.set $folded1 (v128.or (local.get $b1) (i8x16.splat (i32.const 0x20))))
        (local.set $folded2 (v128.or (local.get $b2) (i8x16.splat (i32.const 0x20))))
        (local.set $folded3 (v128.or (local.get $b3) (i8x16.splat (i32.const 0x20))))
        (local.set $opening
          (call $mask
            (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7b)))))
        (local.set $closing
          (call $mask
            (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7d)))))
        (local.set $opened
          (i32.wrap_i64 (i64.popcnt (i64.and (local.get $opening) (i64.xor (local.get $strings) (i64.const -1))))))
        (local.set $closed
          (i32.wrap_i64 (i64.popcnt (i64.and (local.get $closing) (i64.xor (local.get $strings) (i64.const -1))))))
        ;; The depth could reach zero within this block.
        (br_if $walk (i32.le_s (local.get $depth) (local.get $closed)))
        (local.set $depth (i32.sub (i32.add (local.get $depth) (local.get $opened)) (local.get $closed)))
        (local.set $in_string (i64.shr_s (local.get $strings) (i64.const 63)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next_block))
      (local.set $block_end (i32.add (local.get $at) (i32.const 64)))
      (loop $next_byte
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
        (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i64.eqz (local.get $in_string))
          (then
            (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const -1))))
            (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
            (if (i32.eq (local.get $byte) (i32.const 0x7b))
              (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
            (if (i32.eq (local.get $byte) (i32.const 0x7d))
              (then
                (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                (if (i32.eqz (local.get $depth)) (then (return (local.get $at)))))))
          (else
            (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const 0))))
            ;; What follows a backslash belongs to it.
            (if (i32.eq (local.get $byte) (i32.const 0x5c))
              (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))))
        (br_if $next_byte (i32.lt_u (local.get $at) (local.get $block_end))))
      (br $next_block))
    (unreachable))
  ;; $at: position of the opening quote. Returns the position after the closing one, or -1 when the text ends before. At address 0: 1
  ;; when the string has a backslash, else 0.
  (func $string (export "string") (param $at i32) (param $end i32) (result i32)
    (local $block v128) (local $marks i32)
    (i32.store (i32.const 0) (i32.const 0))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
      (local.set $block (v128.load offset=66560 (local.get $at)))
      (local.set $marks
        (i8x16.bitmask
          (v128.or
            (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c))))))
      (if (i32.eqz (local.get $marks))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $marks))))
      (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x5c))
        (then
          (i32.store (i32.const 0) (i32.const 1))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next)))
      (return (select
        (i32.add (local.get $at) (i32.const 1))
        (i32.const -1)
        (i32.lt_u (local.get $at) (local.get $end)))))
    (unreachable))
  ;; Position of the first byte at or after $at that is no white space, at most $end.
  (func $space (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if
        (i32.or
          (i32.or (i32.eq (local.get $byte) (i32.const 0x20)) (i32.eq (local.get $byte) (i32.const 0x0a)))
          (i32.or (i32.eq (local.get $byte) (i32.const 0x0d)) (i32.eq (local.get $byte) (i32.const 0x09))))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))
  ;; Position after a number, true, false or null, which is not checked.
  (func $scalar (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if
        (i32.and
          (i32.gt_u (local.get $byte) (i32.const 0x20))
          (i32.and
            (i32.ne (local.get $byte) (i32.const 0x2c))
            (i32.and
              (i32.ne (local.get $byte) (i32.const 0x7d))
              (i32.ne (local.get $byte) (i32.const 0x5d)))))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))
  ;; $at: position of the quote that begins the name of a member. Returns the position of what follows the value and its white
  ;; space, or -1 where there is no member. At address 0: 1 when the name has a backslash; then the position after the name, that of
  ;; the value, and that after the value.
  (func (export "member") (param $at i32) (param $end i32) (result i32)
    (local $escaped i32) (local $value i32) (local $byte i32)
    (local.set $at (call $string (local.get $at) (local.get $end)))
    (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const -1))))
    (local.set $escaped (i32.load (i32.const 0)))
    (i32.store (i32.const 4) (local.get $at))
    (local.set $at (call $space (local.get $at) (local.get $end)))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
    (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const -1))))
    (local.set $value (call $space (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
    (if (i32.ge_u (local.get $value) (local.get $end)) (then (return (i32.const -1))))
    (i32.store (i32.const 8) (local.get $value))
    (local.set $byte (i32.load8_u offset=66560 (local.get $value)))
    (if (i32.eq (local.get $byte) (i32.const 0x22))
      (then (local.set $at (call $string (local.get $value) (local.get $end))))
      (else
        (if (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7b))
          (then (local.set $at (call $skip (local.get $value) (local.get $end))))
          (else (local.set $at (call $scalar (local.get $value) (local.get $end)))))))
    (if (i32.le_s (local.get $at) (local.get $value)) (then (return (i32.const -1))))
    (i32.store (i32.const 0) (local.get $escaped))
    (i32.store (i32.const 12) (local.get $at))
    (call $space (local.get $at) (local.get $end)))
  ;; $at: position of the opening quote. Returns the position after the closing one, or -1 where the string is not closed, has a control
  ;; character, or an escape that JSON does not know.
  (func $checked_string (param $at i32) (result i32)
    (local $block v128) (local $marks i32) (local $byte i32)
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (loop $next
      (local.set $block (v128.load offset=66560 (local.get $at)))
      (local.set $marks
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c))))
            (i8x16.lt_u (local.get $block) (i8x16.splat (i32.const 0x20))))))
      (if (i32.eqz (local.get $marks))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $marks))))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 0x22))
        (then (return (i32.add (local.get $at) (i32.const 1)))))
      ;; The zero behind the text is a control character, too.
      (if (i32.ne (local.get $byte) (i32.const 0x5c)) (then (return (i32.const -1))))
      (local.set $byte (i32.load8_u offset=66561 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (if (i32.eq (local.get $byte) (i32.const 0x75))
        (then
          (if
            (i32.eqz
              (i32.and
                (i32.and
                  (call $is_hex (i32.load8_u offset=66560 (local.get $at)))
                  (call $is_hex (i32.load8_u offset=66561 (local.get $at))))
                (i32.and
                  (call $is_hex (i32.load8_u offset=66562 (local.get $at)))
                  (call $is_hex (i32.load8_u offset=66563 (local.get $at))))))
            (then (return (i32.const -1))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br $next)))
      ;; n, r, t, b, f
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x6e)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x22)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x2f)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x5c)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x72)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x74)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x62)))
      (br_if $next (i32.eq (local.get $byte) (i32.const 0x66)))
      (return (i32.const -1)))
    (unreachable))
  (func $is_hex (param $byte i32) (result i32)
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
      (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)) (i32.const 6))))
  ;; Position of the first byte at or after $at that is no digit.
  (func $digits (param $at i32) (result i32)
    (loop $next
      (if (i32.lt_u (i32.sub (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x30)) (i32.const 10))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))
  ;; Position after the number at $at, or -1 where there is none.
  (func $checked_number (param $at i32) (result i32)
    (local $end i32) (local $byte i32)
    (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x2d))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (local.set $end (call $digits (local.get $at)))
    (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
    ;; No zero stands before other digits.
    (if
      (i32.and
        (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x30))
        (i32.ne (local.get $end) (i32.add (local.get $at) (i32.const 1))))
      (then (return (i32.const -1))))
    (local.set $at (local.get $end))
    (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x2e))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $end (call $digits (local.get $at)))
        (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
        (local.set $at (local.get $end))))
    (if (i32.eq (i32.or (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x20)) (i32.const 0x65))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
        (if (i32.or (i32.eq (local.get $byte) (i32.const 0x2b)) (i32.eq (local.get $byte) (i32.const 0x2d)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (local.set $end (call $digits (local.get $at)))
        (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
        (local.set $at (local.get $end))))
    (local.get $at))
  ;; Checks every byte of the value at $at, and notes where its first 8192 objects and arrays stand. Returns the position after it, or -1
  ;; where it is no JSON or nested more than 1000 deep.
  (func (export "check") (param $at i32) (param $end i32) (result i32)
    ;; What it is inside of: 1 for an object, 0 for an array. What lies further out is kept from address 16 on, a byte for each level.
    (local $in_object i32) (local $depth i32)
    (local $byte i32) (local $wants_name i32) (local $word i32)
    ;; Addresses of a note: of the next one, and of the innermost open one. The end of an open one is the address of the one around it.
    (local $next i32) (local $open i32) (local $around i32)
    ;; How many open ones have no note; these are the innermost.
    (local $unnoted i32)
    (local.set $next (i32.const 1024))
    (i32.store (i32.const 1016) (i32.const 0))
    (loop $value
      (block $after
        (block $name
          (br_if $name (local.get $wants_name))
          (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
          (if (i32.le_u (local.get $byte) (i32.const 0x20))
            (then
              (local.set $at (call $space (local.get $at) (local.get $end)))
              (local.set $byte (i32.load8_u offset=66560 (local.get $at)))))
          (if (i32.eq (local.get $byte) (i32.const 0x22))
            (then
              (local.set $at (call $checked_string (local.get $at)))
              (br_if $after (i32.gt_s (local.get $at) (i32.const 0)))
              (return (i32.const -1))))
          (if (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7b))
            (then
              (if (i32.ge_u (local.get $depth) (i32.const 1000)) (then (return (i32.const -1))))
              (i32.store8 offset=16 (local.get $depth) (local.get $in_object))
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (if (i32.lt_u (local.get $next) (i32.const 66560))
                (then
                  (i32.store (local.get $next) (local.get $at))
                  (i32.store offset=4 (local.get $next) (local.get $open))
                  (local.set $open (local.get $next))
                  (local.set $next (i32.add (local.get $next) (i32.const 8))))
                (else (local.set $unnoted (i32.add (local.get $unnoted) (i32.const 1)))))
              (local.set $in_object (i32.eq (local.get $byte) (i32.const 0x7b)))
              (local.set $at (call $space (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
              ;; An empty one ends at once: "{" and "}", "[" and "]" are two apart.
              (br_if $after
                (i32.eq
                  (i32.load8_u offset=66560 (local.get $at))
                  (i32.add (local.get $byte) (i32.const 2))))
              (br_if $name (local.get $in_object))
              (br $value)))
          (local.set $word (i32.load offset=66560 (local.get $at)))
          (if
            (i32.or
              (i32.eq (local.get $word) (i32.const 0x6c6c756e))
              (i32.eq (local.get $word) (i32.const 0x65757274)))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 4)))
              (br $after)))
          (if (i32.eq (local.get $word) (i32.const 0x736c6166))
            (then
              (if (i32.ne (i32.load8_u offset=66564 (local.get $at)) (i32.const 0x65)) (then (return (i32.const -1))))
              (local.set $at (i32.add (local.get $at) (i32.const 5)))
              (br $after)))
          (local.set $at (call $checked_number (local.get $at)))
          (br_if $after (i32.gt_s (local.get $at) (i32.const 0)))
          (return (i32.const -1)))
        ;; The name of a member, and the colon behind it.
        (local.set $wants_name (i32.const 0))
        (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x22))
          (then
            (local.set $at (call $space (local.get $at) (local.get $end)))
            (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x22)) (then (return (i32.const -1))))))
        (local.set $at (call $checked_string (local.get $at)))
        (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const -1))))
        (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a))
          (then
            (local.set $at (call $space (local.get $at) (local.get $end)))
            (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const -1))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $value))
      ;; Behind a value.
      (loop $close
        (if (i32.eqz (local.get $depth))
          (then
            (i32.store
              (i32.const 1016)
              (i32.shr_u (i32.sub (local.get $next) (i32.const 1024)) (i32.const 3)))
            (return (local.get $at))))
        (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
        (if (i32.le_u (local.get $byte) (i32.const 0x20))
          (then
            (local.set $at (call $space (local.get $at) (local.get $end)))
            (local.set $byte (i32.load8_u offset=66560 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eq (local.get $byte) (i32.const 0x2c))
          (then
            (local.set $wants_name (local.get $in_object))
            (br $value)))
        (if
          (i32.ne
            (local.get $byte)
            (select (i32.const 0x7d) (i32.const 0x5d) (local.get $in_object)))
          (then (return (i32.const -1))))
        (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
        (local.set $in_object (i32.load8_u offset=16 (local.get $depth)))
        (if (local.get $unnoted)
          (then (local.set $unnoted (i32.sub (local.get $unnoted) (i32.const 1))))
          (else
            (local.set $around (i32.load offset=4 (local.get $open)))
            (i32.store offset=4 (local.get $open) (local.get $at))
            (local.set $open (local.get $around))))
        (br $close)))
    (unreachable))
  ;; One bit per byte of four compared blocks.
  (func $mask (param $m0 v128) (param $m1 v128) (param $m2 v128) (param $m3 v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (local.get $m0)))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m1))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m2))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m3))) (i64.const 48))))))
