// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of SHA-256 against the standard's published vectors.
#include "runtime/base/sha256.h"

#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

TEST(Sha256, PublishedVectors) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256Hex(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, AnySplitGivesTheSameDigest) {
  std::string text;
  for (int i = 0; i < 300; ++i) text.push_back(static_cast<char>(i * 37 + 11));
  for (size_t length : {0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 300}) {
    const std::string whole = Sha256Hex(text.substr(0, length));
    for (size_t piece : {1, 3, 63, 64, 65}) {
      Sha256 hash;
      for (size_t at = 0; at < length; at += piece) hash.Update(text.substr(at, std::min(piece, length - at)));
      EXPECT_EQ(hash.FinishHex(), whole) << length << " bytes by " << piece;
    }
  }
}

TEST(Sha256, FieldsDoNotRunTogether) {
  Sha256 left, right;
  left.UpdateField("ab"), left.UpdateField("c");
  right.UpdateField("a"), right.UpdateField("bc");
  EXPECT_NE(left.FinishHex(), right.FinishHex());
}

}  // namespace
}  // namespace sinter::rt
